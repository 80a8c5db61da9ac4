@testable import CounterpointCore
import CounterpointTestSupport
import Testing

/// Timers of children: they stop when their child goes, and no others do.
@MainActor
@Suite struct TimerChildTests {
  typealias Inner = Branch<Twig>
  typealias Outer = Branch<Inner>

  let metronome = Metronome()
  let ticks = Recorder<String>()

  private func count(_ name: String) -> Int {
    ticks.entries.count { $0 == name }
  }

  /// A timer of a feature with children.
  private func timer<Child>(_ name: String) -> Branch<Child>.Action {
    let (metronome, ticks) = (metronome, ticks)
    return .own(
      Step { _ in
        metronome.timer {
          .own(
            Step { _ in
              ticks.note(name)
              return .none
            }
          )
        }
      }
    )
  }

  /// A timer of a feature without.
  private func timer(_ name: String) -> Twig.Action {
    let (metronome, ticks) = (metronome, ticks)
    return Twig.Action { _ in
      metronome.timer {
        Twig.Action { _ in
          ticks.note(name)
          return .none
        }
      }
    }
  }

  /// A store with a child, a grandchild and a sibling of the child, all of which have timers, as has the parent.
  private func makeStore(
    _ name: String,
    _ embedding: Embedding,
    sibling: Embedding
  ) -> StoreOf<Outer> {
    var child = Inner.State()
    child.embed(Twig.State(), .optional)
    var state = Outer.State()
    state.embed(child, embedding)
    state.embed(child, sibling)
    let store = Store(initialState: state) { Outer(child: Inner(child: Twig())) }
    store.send(timer("\(name) parent"))
    store.send(Outer.child(embedding, 0, timer("\(name) child")))
    store.send(Outer.child(embedding, 0, Inner.child(.optional, 0, timer("\(name) grandchild"))))
    store.send(Outer.child(sibling, 0, timer("\(name) sibling")))
    return store
  }

  @Test(arguments: Embedding.allCases, Embedding.allCases)
  func theTimersOfARemovedChildStop(_ embedding: Embedding, _ sibling: Embedding) async {
    guard embedding != sibling else { return }
    let first = makeStore("first", embedding, sibling: sibling)
    let second = makeStore("second", embedding, sibling: sibling)
    await metronome.tick(8)
    for name in ["parent", "child", "grandchild", "sibling"] {
      #expect(count("first \(name)") == 1)
      #expect(count("second \(name)") == 1)
    }
    first.send(
      .own(
        Step { state in
          state.remove(0, embedding)
          return .none
        }
      )
    )
    await metronome.tick(6)
    await metronome.tick(6)
    for name in [
      "first parent", "first sibling", "second parent", "second child", "second grandchild", "second sibling",
    ] {
      #expect(count(name) == 3, "\(name)")
    }
    #expect(count("first child") == 1)
    #expect(count("first grandchild") == 1)
    withExtendedLifetime((first, second)) {}
  }

  @Test(arguments: [Embedding.optional, .presented])
  func theyStopWhenAnotherIDIsThere(_ embedding: Embedding) async {
    let sibling = Embedding.rows
    let store = makeStore("first", embedding, sibling: sibling)
    await metronome.tick(4)
    store.send(
      .own(
        Step { state in
          state.embed(Inner.State(id: 7, optional: Twig.State()), embedding)
          return .none
        }
      )
    )
    await metronome.tick(2)
    #expect(count("first child") == 1)
    #expect(count("first grandchild") == 1)
    #expect(count("first parent") == 2)
    #expect(count("first sibling") == 2)
  }

  @Test func theyStopWhenAnotherCaseIsThere() async {
    let stores = (0..<2).map { _ in
      Store(initialState: Chooser.State(optional: .left(Twig.State()), presented: .left(Twig.State()))) { Chooser() }
    }
    for (number, store) in stores.enumerated() {
      store.send(.optional(.left(timer("\(number) optional"))))
      store.send(.presented(.presented(.left(timer("\(number) presented")))))
    }
    await metronome.tick(4)
    stores[0].send(
      .own(
        Step { state in
          state.presented = .right(Twig.State())
          return .none
        }
      )
    )
    await metronome.tick(3)
    #expect(count("0 presented") == 1)
    for name in ["0 optional", "1 optional", "1 presented"] { #expect(count(name) == 2, "\(name)") }
  }
}
