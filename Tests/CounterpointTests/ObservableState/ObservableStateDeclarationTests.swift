public import Counterpoint
import CustomDump
import Testing

/// The properties of a struct that the macro preserves.
@MainActor
@Suite struct ObservableStateDeclarationTests {
  @Test func memberwiseInitialisers() {
    #expect(Item(id: 1) == Item(id: 1, n: 0, title: ""))
    #expect(Item(id: 1, title: "X").title == "X")
    #expect(Texts().note == nil)
    let make: (Int, Int, String) -> Item = Item.init(id:n:title:)
    #expect(make(1, 2, "3") == Item(id: 1, n: 2, title: "3"))
    let makeTexts: (String, String?) -> Texts = Texts.init(text:note:)
    #expect(makeTexts("a", "b").note == "b")
  }

  @Test func initialisersByHand() {
    #expect(StateByHand(twice: 2).count == 4)
    #expect(StateByHand(twice: 2).title == "T")
    #expect(StateByHand(twice: 2)._$id != StateByHand(twice: 2)._$id)
  }

  @Test func initialValuesAreMadeOnce() {
    let counter = Makes()
    Makes.$current.withValue(counter) {
      _ = Counted()
    }
    #expect(counter.count == 1)
  }

  @Test func equalityAndHashIgnoreTheIdentity() {
    var item = Item(id: 1)
    item._$willModify()
    #expect(item == Item(id: 1))
    #expect(item.hashValue == Item(id: 1).hashValue)
    #expect(item != Item(id: 1, n: 1))
  }

  @Test func observersOfThePropertyRunOncePerChange() {
    var watched = Watched()
    watched.did = 1
    watched.did += 1
    watched[keyPath: \.did] = 5
    watched.will = 3
    watched.will -= 1
    #expect(watched.log == ["0>1", "1>2", "2>5", "will 3", "will 2"])
    #expect(told(Watched(), reading: { _ = $0.did }, during: { $0.did += 1 }) == 1)
    #expect(told(Watched(), reading: { _ = $0.log }, during: { $0.did = 1 }) == 1)
    #expect(told(Watched(), reading: { _ = $0.child }, during: { $0.child.n += 1 }) == 0)
    #expect(told(Watched(), reading: { _ = $0.child.n }, during: { $0.child.n += 1 }) == 1)
  }

  @Test func propertiesUnderConditions() {
    #expect(told(WithCondition(), reading: { _ = $0.a }, during: { $0.a += 1 }) == 1)
    #expect(told(WithCondition(), reading: { _ = $0.a }, during: { $0.last += 1 }) == 0)
    #expect(told(WithCondition(), reading: { _ = $0.last }, during: { $0.last += 1 }) == 1)
    #expect(WithCondition(a: 1, last: 2).a == 1)
  }

  @Test func generics() {
    #expect(told(Pair(left: 1, right: "a"), reading: { _ = $0.left }, during: { $0.left = 2 }) == 1)
    #expect(told(Pair(left: 1, right: "a"), reading: { _ = $0.left }, during: { $0.right = "b" }) == 0)
    #expect(Pair(left: 1, right: "a") == Pair(left: 1, right: "a"))
  }

  @Test func typePacks() {
    let several = Several(values: Values(all: (1, "a")))
    #expect(told(several, reading: { _ = $0.values }, during: { $0.values = Values(all: (2, "b")) }) == 1)
    #expect(told(several, reading: { _ = $0.values }, during: { $0.count += 1 }) == 0)
    let store = Store(initialState: several) { EmptyReducer<Several<Int, String>, Never>() }
    #expect(store.values.all == (1, "a"))
  }

  @Test func nestedTypes() {
    var outer = Outer()
    outer.inner.n = 1
    #expect(outer.inner == Outer.Inner(n: 1))
    #expect(told(outer, reading: { _ = $0.inner.n }, during: { $0.inner.n += 1 }) == 1)
  }

  @Test func stateOfTheMainActor() {
    #expect(told(OnMain(), reading: { _ = $0.n }, during: { $0.n += 1 }) == 1)
  }

  @Test func dumpsShowNoRegistrar() {
    #expect(String(customDumping: Item(id: 1, n: 2, title: "a")) == "Item(\n  id: 1,\n  _n: 2,\n  _title: \"a\"\n)")
  }
}

/// Public, with less access inside.
@ObservableState
public struct Texts {
  var text = ""
  /// Only the struct writes it.
  public private(set) var note: String?
}

@ObservableState
private struct StateByHand {
  var title = "T"
  fileprivate var count: Int

  init(twice count: Int) {
    self.count = count * 2
  }
}

/// Counts how often an initial value is made.
private final class Makes: @unchecked Sendable {
  // @unchecked because a test uses it in one task only.
  var count = 0

  @TaskLocal static var current = Makes()

  static func next() -> Int {
    current.count += 1
    return current.count
  }
}

private struct Values<each Value> {
  var all: (repeat each Value)
}

@ObservableState
private struct Several<each Value> {
  var values: Values<repeat each Value>
  var count = 0
}

@ObservableState
private struct Counted {
  var number = Makes.next()
}

@ObservableState
private struct Watched {
  var log: [String] = []
  var did = 0 {
    didSet { log.append("\(oldValue)>\(did)") }
  }
  var will: Int = 0 {
    willSet { log.append("will \(newValue)") }
  }
  var child = Item(id: 0) {
    didSet { log.append(child.title) }
  }
}

@ObservableState
private struct WithCondition {
  #if os(Linux) || os(macOS)
  var a = 0
  #else
  var b = 0
  #endif
  var last = 0
  @available(*, deprecated) var old = 0
}

@ObservableState
private struct Pair<Left, Right: Equatable> {
  var left: Left
  var right: Right
}

extension Pair: Equatable where Left: Equatable {}

@ObservableState
private struct Outer {
  @ObservableState
  struct Inner: Equatable, Sendable {
    var n = 0
  }

  var inner = Inner()
  var `default` = 0
  var forced: Int!
}

@MainActor
@ObservableState
private struct OnMain {
  var n = 0
}
