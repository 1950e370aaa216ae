package p;

class Mate {
    static int value() {
        return 7;
    }
}
