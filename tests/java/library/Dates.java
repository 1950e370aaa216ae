// java.time with fixed values: dates, times, periods, durations, instants, zones with fixed offset, formatting, parsing.
import java.time.*;
import java.time.format.*;
import java.time.temporal.*;
import java.util.Locale;

public class Dates {
    interface Body { Object run(); }
    static void t(Body b) { try { System.out.println(b.run()); } catch (DateTimeException e) { System.out.println(e.getClass().getSimpleName() + ": " + e.getMessage()); } }

    public static void main(String[] args) {
        LocalDate d = LocalDate.of(2024, 2, 29);
        System.out.println(d + " " + d.getDayOfWeek() + " " + d.getDayOfYear() + " " + d.isLeapYear() + " " + d.lengthOfMonth() + " " + d.plusYears(1) + " " + d.plusMonths(12) + " " + d.minusDays(60) + " " + d.withDayOfMonth(1) + " " + d.toEpochDay() + " " + LocalDate.ofEpochDay(0) + " " + LocalDate.ofYearDay(2023, 365));
        System.out.println(d.isBefore(LocalDate.of(2024, 3, 1)) + " " + d.compareTo(LocalDate.of(2023, 2, 28)) + " " + d.until(LocalDate.of(2025, 4, 1)) + " " + ChronoUnit.DAYS.between(d, LocalDate.of(2025, 2, 28)) + " " + ChronoUnit.MONTHS.between(d, LocalDate.of(2025, 2, 28)) + " " + d.hashCode());
        System.out.println(d.with(TemporalAdjusters.lastDayOfMonth()) + " " + d.with(TemporalAdjusters.next(DayOfWeek.MONDAY)) + " " + d.with(TemporalAdjusters.firstInMonth(DayOfWeek.FRIDAY)) + " " + d.get(ChronoField.ALIGNED_WEEK_OF_YEAR) + " " + d.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR) + " " + d.range(ChronoField.DAY_OF_MONTH));
        LocalTime t = LocalTime.of(23, 59, 58, 123_000_000);
        System.out.println(t + " " + t.plusSeconds(3) + " " + t.truncatedTo(ChronoUnit.MINUTES) + " " + t.toNanoOfDay() + " " + LocalTime.MIDNIGHT + " " + LocalTime.NOON + " " + LocalTime.ofSecondOfDay(3661) + " " + t.getHour());
        LocalDateTime dt = d.atTime(t);
        System.out.println(dt + " " + dt.plusHours(25) + " " + dt.toLocalDate() + " " + dt.format(DateTimeFormatter.ISO_LOCAL_DATE_TIME) + " " + LocalDateTime.of(2024, 1, 1, 0, 0) + " " + Duration.between(LocalDateTime.of(2024, 1, 1, 0, 0), dt));
        Duration du = Duration.ofSeconds(3725, 500_000_000);
        System.out.println(du + " " + du.toMinutes() + " " + du.toMillis() + " " + du.plusDays(2) + " " + du.negated() + " " + du.multipliedBy(3) + " " + du.dividedBy(2) + " " + Duration.ZERO + " " + Duration.ofMillis(-1) + " " + du.toHoursPart() + ":" + du.toMinutesPart() + " " + Duration.parse("PT1H30M") + " " + Duration.parse("P2DT3.5S").getSeconds());
        Period p = Period.of(1, 14, 40);
        System.out.println(p + " " + p.normalized() + " " + p.toTotalMonths() + " " + d.plus(p) + " " + Period.parse("P1Y2M3W4D") + " " + Period.between(LocalDate.of(2020, 1, 31), LocalDate.of(2024, 3, 1)) + " " + Period.ZERO.isZero());
        Instant i = Instant.ofEpochSecond(1_700_000_000L, 5);
        System.out.println(i + " " + i.plusMillis(1500) + " " + i.toEpochMilli() + " " + Instant.EPOCH + " " + Instant.parse("2024-02-29T12:00:00Z").getEpochSecond() + " " + Instant.ofEpochMilli(-1) + " " + i.atOffset(ZoneOffset.ofHours(-5)));
        OffsetDateTime o = dt.atOffset(ZoneOffset.ofHoursMinutes(5, 30));
        System.out.println(o + " " + o.toInstant() + " " + o.withOffsetSameInstant(ZoneOffset.UTC) + " " + o.toEpochSecond() + " " + ZoneOffset.of("+02:00").getTotalSeconds() + " " + ZonedDateTime.of(dt, ZoneOffset.UTC) + " " + ZonedDateTime.of(dt, ZoneId.of("UTC")));
        System.out.println(Year.of(2000).isLeap() + " " + YearMonth.of(2023, 2).atEndOfMonth() + " " + MonthDay.of(2, 29).isValidYear(2023) + " " + Month.MARCH.plus(11) + " " + DayOfWeek.SUNDAY.plus(1) + " " + Month.of(12).firstDayOfYear(false) + " " + DayOfWeek.of(3));
        System.out.println(d.format(DateTimeFormatter.ofPattern("dd/MM/yyyy")) + " " + dt.format(DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSS")) + " " + d.format(DateTimeFormatter.ofPattern("EEE, d MMM uuuu", Locale.ENGLISH)) + " " + d.format(DateTimeFormatter.ofPattern("EEEE MMMM", Locale.ENGLISH)) + " " + d.format(DateTimeFormatter.BASIC_ISO_DATE) + " " + t.format(DateTimeFormatter.ofPattern("hh:mm a", Locale.ENGLISH)) + " " + d.format(DateTimeFormatter.ISO_ORDINAL_DATE));
        System.out.println(LocalDate.parse("2024-12-31") + " " + LocalDate.parse("01.02.2023", DateTimeFormatter.ofPattern("dd.MM.yyyy")) + " " + LocalTime.parse("07:08") + " " + LocalDateTime.parse("2024-01-02T03:04:05") + " " + OffsetDateTime.parse("2024-01-02T03:04:05+01:00"));
        t(() -> LocalDate.of(2023, 2, 29));
        t(() -> LocalDate.of(2023, 13, 1));
        t(() -> LocalTime.of(24, 0));
        t(() -> LocalDate.parse("2024-2-30"));
        t(() -> LocalDate.parse("2023-02-30"));
        t(() -> Duration.parse("1 hour"));
        t(() -> d.get(ChronoField.HOUR_OF_DAY));
        t(() -> ZoneId.of("No/Where"));
        t(() -> d.plus(1, ChronoUnit.HOURS));
        t(() -> ZoneOffset.ofHours(19));
        LocalDate x = LocalDate.of(2024, 1, 1);
        int fridays13 = 0;
        for (; x.getYear() == 2024; x = x.plusDays(1)) if (x.getDayOfMonth() == 13 && x.getDayOfWeek() == DayOfWeek.FRIDAY) fridays13++;
        System.out.println(fridays13 + " " + x);
        Clock fixed = Clock.fixed(Instant.parse("2030-01-01T00:00:00Z"), ZoneOffset.UTC);
        System.out.println(LocalDate.now(fixed) + " " + Instant.now(fixed) + " " + fixed.millis() + " " + LocalDateTime.now(Clock.offset(fixed, Duration.ofHours(1))));
    }
}
