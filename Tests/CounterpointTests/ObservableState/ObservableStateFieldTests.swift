import Counterpoint
import Testing

/// Notifications of changes of a field, without a store.
@MainActor
@Suite struct ObservableStateFieldTests {
  @Test func aFieldThatChanged() {
    #expect(told(Screen(), reading: { _ = $0.first }, during: { $0.first = "X" }) == 1)
    #expect(told(Screen(), reading: { _ = $0.first }, during: { $0.first += "X" }) == 1)
    #expect(told(Screen(), reading: { _ = $0.numbers }, during: { $0.numbers.append(2) }) == 1)
  }

  @Test func anotherField() {
    #expect(told(Screen(), reading: { _ = $0.first }, during: { $0.last = "X" }) == 0)
    #expect(told(Screen(), reading: { _ = $0.first }, during: { $0.numbers.append(2) }) == 0)
  }

  @Test func anEqualValue() {
    #expect(told(Screen(), reading: { _ = $0.first }, during: { $0.first = "A" }) == 0)
    #expect(told(Screen(), reading: { _ = $0.number }, during: { $0.number = Number(1) }) == 0)
    #expect(told(Screen(), reading: { _ = $0.number }, during: { $0.number = Number(2) }) == 1)
  }

  @Test func aNumberThatIsNaN() {
    #expect(told(Ratio(), reading: { _ = $0.ratio }, during: { $0.ratio = 0.0 / 0.0 }) == 0)
    #expect(told(Ratio(), reading: { _ = $0.ratio }, during: { $0.ratio = 1 }) == 1)
    #expect(told(Ratio(ratio: 1), reading: { _ = $0.ratio }, during: { $0.ratio = .nan }) == 1)
    #expect(told(Ratio(ratio: 1), reading: { _ = $0.ratio }, during: { $0.ratio = 1 }) == 0)
  }

  @ObservableState
  struct Ratio {
    var ratio = Double.nan
  }

  @Test func anObject() {
    #expect(told(Screen(), reading: { _ = $0.object }, during: { $0.object = $0.object }) == 0)
    #expect(told(Screen(), reading: { _ = $0.object }, during: { $0.object = Object() }) == 1)
  }

  @Test func whatCannotBeCompared() {
    #expect(told(Screen(), reading: { _ = $0.opaque }, during: { $0.opaque = $0.opaque }) == 1)
    #expect(told(Screen(), reading: { _ = $0.opaque }, during: { $0.opaque.n += 1 }) == 1)
  }

  @Test func aComputedProperty() {
    #expect(told(Screen(), reading: { _ = $0.fullName }, during: { $0.last = "X" }) == 1)
    #expect(told(Screen(), reading: { _ = $0.fullName }, during: { $0.numbers = [] }) == 0)
  }

  @Test func anIgnoredProperty() {
    #expect(told(Screen(), reading: { _ = $0.ignored }, during: { $0.ignored += 1 }) == 0)
  }

  @Test func throughAKeyPath() {
    let keyPath = \Screen.first
    #expect(told(Screen(), reading: { _ = $0[keyPath: keyPath] }, during: { $0[keyPath: keyPath] = "X" }) == 1)
  }

  @Test func anEditOfACopyNotifiesNoObserver() {
    let screen = Screen()
    var copy = screen
    #expect(notifications(reading: { _ = screen.first }, during: { copy.first = "X" }) == 0)
  }

  @Test func anotherValueHasItsOwn() {
    let screen = Screen()
    var other = Screen()
    #expect(notifications(reading: { _ = screen.first }, during: { other.first = "X" }) == 0)
  }
}
