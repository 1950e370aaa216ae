package thinair.junit;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Optional;
import org.junit.platform.commons.support.AnnotationSupport;

/** What the annotations of a test ask for. */
record Settings(
        List<String> models,
        List<String> properties,
        String timeLimit,
        Verdict expect,
        List<String> allowUnknown,
        List<String> options) {

    /** The settings of a method: its own, or those of the nearest class around it that has some. */
    static Settings of(Method method, Class<?> testClass) {
        Optional<Settings> found = on(method);
        for (Class<?> at = testClass; found.isEmpty() && at != null; at = at.getEnclosingClass()) {
            found = on(at);
        }
        return found.orElseThrow(() -> new ThinairError("no @ThinairTest on " + method + " and its classes"));
    }

    private static Optional<Settings> on(AnnotatedElement element) {
        Optional<Settings> checked = AnnotationSupport.findAnnotation(element, Checked.class)
                .map(a -> new Settings(
                        List.of(a.models()), List.of(a.properties()), a.timeLimit(), a.expect(),
                        named(a.allowUnknown()), List.of(a.options())));
        return checked.or(() -> AnnotationSupport.findAnnotation(element, ThinairTest.class)
                .map(a -> new Settings(
                        List.of(a.models()), List.of(a.properties()), a.timeLimit(), a.expect(),
                        named(a.allowUnknown()), List.of(a.options()))));
    }

    /** An empty text would allow everything. */
    private static List<String> named(String[] reasons) {
        return List.of(reasons).stream().filter(reason -> !reason.isBlank()).toList();
    }
}
