import Counterpoint
import Testing

/// `willSet` and `didSet` of an observed property behave as without the macro, and observers see their result.
@MainActor
@Suite struct ObservableStateObserverTests {
  @Test func anObserverThatCorrectsRunsOnce() {
    var clamped = Clamped()
    clamped.count = -1
    #expect((clamped.count, clamped.runs) == (0, 1))
    clamped.count -= 5
    #expect((clamped.count, clamped.runs) == (0, 2))
    clamped.viaSelf = -1
    #expect(clamped.viaSelf == 0)
  }

  @Test func aValueThatIsTakenBackIsNoChange() {
    #expect(told(Clamped(), reading: { _ = $0.count }, during: { $0.count = -1 }) == 0)
    #expect(told(Clamped(), reading: { _ = $0.count }, during: { $0.count = 1 }) == 1)
    #expect(told(Clamped(), reading: { _ = $0.count }, during: { $0.count += 1 }) == 1)
    #expect(told(Clamped(), reading: { _ = $0.runs }, during: { $0.count = -1 }) == 1)
  }

  /// As for any property: an edit in place is not compared.
  @Test func anEditInPlaceThatIsTakenBackIsTold() {
    #expect(told(Clamped(), reading: { _ = $0.count }, during: { $0.count -= 1 }) == 1)
  }

  @Test func anEqualValueThatIsChangedIsAChange() {
    #expect(told(Counting(), reading: { _ = $0.count }, during: { $0.count = 0 }) == 1)
    #expect(told(Counting(), reading: { _ = $0.count }, during: { $0[keyPath: \.count] = 0 }) == 1)
  }

  /// As without the macro: only what stands in the observer itself is spared.
  @Test func closuresGoThroughTheProperty() {
    var with = Closures()
    var without = PlainClosures()
    with.count = 1
    without.count = 1
    #expect(with.runs == without.runs)
    #expect(with.runs > 1)
  }

  @Test func aChildThatIsReplacedByItsObserver() {
    #expect(told(Parent(), reading: { _ = $0.child }, during: { $0.child.n += 1 }) == 0)
    #expect(told(Parent(), reading: { _ = $0.child.n }, during: { $0.child.n += 1 }) == 1)
    #expect(told(Parent(), reading: { _ = $0.child }, during: { $0.child.n = -1 }) == 1)
    var parent = Parent()
    parent.child.n = -1
    #expect(parent.child == Item(id: 9))
  }

  @Test func implicitNames() {
    var implicit = Implicit()
    implicit.newValue = 1
    implicit.oldValue = 2
    implicit.error = "E"
    #expect(implicit.seen == ["0 then 1", "0 before 2", "Failure E"])
  }

  @Test func localNames() {
    var named = Named()
    named.count = 4
    #expect(named.seen == [4, 5, 4])
    named.count = nil
    #expect(named.count == 7)
  }
}

@ObservableState
private struct Clamped {
  var runs = 0
  var count = 0 {
    didSet {
      runs += 1
      count = max(0, count)
    }
  }
  var viaSelf = 0 {
    didSet { if self.viaSelf < 0 { self.viaSelf = oldValue } }
  }
}

@ObservableState
private struct Counting {
  var count = 0 {
    didSet { count += 1 }
  }
}

@ObservableState
private struct Closures {
  var runs = 0
  var count = 0 {
    didSet {
      runs += 1
      if runs < 4 { [2].forEach { count = $0 } }
    }
  }
}

private struct PlainClosures {
  var runs = 0
  var count = 0 {
    didSet {
      runs += 1
      if runs < 4 { [2].forEach { count = $0 } }
    }
  }
}

@ObservableState
private struct Parent {
  var child = Item(id: 0) {
    didSet { if child.n < 0 { child = Item(id: 9) } }
  }
}

private struct Failure: Error {
  let text: String
}

/// The properties have the names that Swift binds in observers.
@ObservableState
private struct Implicit {
  var seen: [String] = []
  var newValue = 0 {
    willSet { seen.append("\(self.newValue) then \(newValue)") }
  }
  var oldValue = 0 {
    didSet { seen.append("\(oldValue) before \(self.oldValue)") }
  }
  var error = "" {
    didSet {
      do { throw Failure(text: error) } catch { seen.append("Failure \((error as? Failure)?.text ?? "")") }
    }
  }
}

@ObservableState
private struct Named {
  var seen: [Int] = []
  var count: Int? {
    willSet(count) {
      if let count { seen.append(count) }
    }
    didSet {
      if let count {
        seen.append(count + 1)
      } else {
        count = 7
      }
      guard let count = oldValue ?? count, count < 7 else { return }
      seen.append(count)
    }
  }
}
