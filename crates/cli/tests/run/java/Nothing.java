public class Nothing {
}
