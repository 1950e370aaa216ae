public class Base {
}
