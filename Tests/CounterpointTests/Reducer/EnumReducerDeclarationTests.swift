import Testing

public import Counterpoint

// What the macro writes has to compile beside each of these, without a warning: that is half of the test.

/// A public enum gets a public domain.
@Reducer
public enum PublicDestination {
  /// A feature.
  case feature(PublicFeature)
  /// No feature.
  case nothing
}

@Reducer
private enum PrivateDestination {
  case counter(Screens.Counting)
  case nothing
}

extension EnumReducerDeclarationTests {
  typealias Counting = Screens.Counting
  typealias History = StructReducerTests.History

  @Reducer
  enum Empty {}

  @Reducer
  fileprivate enum Hidden {
    case counter(Counting)
  }

  @available(*, deprecated, message: "A test of availability.")
  @Reducer
  enum Past {
    case counter(Counting)
  }

  @Reducer
  enum Generic<Value: Equatable & Sendable> {
    case history(History<Value> = History(limit: 2))
    @ReducerCaseIgnored case value(Value)
  }

  @Reducer
  enum Conditional {
    #if NEVER_DEFINED
    case missing(NoSuchFeature)
    #elseif DEBUG
    case debug(Counting)
    #else
    case release(Counting)
    #endif
    #if os(Linux)
    case linux
    #else
    case elsewhere(Counting)
    #endif
  }

  /// A feature that presents itself.
  @Reducer
  struct Folder {
    @ObservableState
    struct State {
      var inner: [Path.State] = []
      var count = 0
    }

    enum Action {
      case increment
      indirect case inner(Path.Action)
    }

    @Reducer
    enum Path {
      indirect case folder(Folder)
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .increment:
          state.count += 1
          return .none
        case .inner:
          return .none
        }
      }
    }
  }

  /// The macro's expansion, written by hand.
  @Reducer
  enum ByHand: Counterpoint.CaseReducer {
    case counter(Counting)

    @ObservableState
    enum State: CaseReducerState {
      typealias StateReducer = ByHand
      case counter(Counting.State)
    }

    enum Action {
      case counter(Counting.Action)
    }

    static var body: some ReducerOf<Self> {
      EmptyReducer()
      Reduce { state, action in
        state = .counter(Counting.State(count: 7))
        return .none
      }
    }

    enum CaseScope {
      case number(Int)
    }

    static func scope(_ store: StoreOf<Self>) -> CaseScope {
      .number(store.state.counter?.count ?? 0)
    }
  }
}

@MainActor
@Suite struct EnumReducerDeclarationTests {
  @Test func access() {
    let store = Store(initialState: .feature(PublicFeature.State())) { PublicDestination.body }
    store.case.feature?.send(.tap)
    #expect(store.withState(\.feature?.count) == 1)

    let hidden = Store(initialState: .counter(Counting.State())) { Hidden.body }
    hidden.case.counter?.send(.increment)
    #expect(hidden.withState(\.counter?.count) == 1)

    let privately = Store(initialState: .counter(Counting.State())) { PrivateDestination.body }
    privately.case.counter?.send(.increment)
    #expect(privately.withState(\.counter?.count) == 1)
  }

  @Test func conditionsHold() {
    #if DEBUG && os(Linux)
    let store = Store(initialState: .debug(Counting.State())) { Conditional.body }
    store.case.debug?.send(.increment)
    #expect(store.withState(\.debug?.count) == 1)
    #expect(Array(Conditional.CaseScope.allCasePaths) == [\.debug, \.linux])
    #endif
  }

  @Test func generics() {
    let store = Store(initialState: .history(History.State())) { Generic<Int>.body }
    for value in 1...3 { store.case.history?.send(.added(value)) }
    #expect(store.withState { $0.history?.values } == [2, 3])
    #expect(Store(initialState: Generic<Int>.State.value(3)) { Generic<Int>.body }.case[case: \.value] == 3)
  }

  @Test func featuresThatPresentThemselves() {
    let store = Store(initialState: .folder(Folder.State())) { Folder.Path.body }
    store.case.folder?.send(.increment)
    #expect(store.withState(\.folder?.count) == 1)
  }

  @Test func byHand() {
    let store = Store(initialState: .counter(Counting.State())) { ByHand.body }
    store.send(.counter(.increment))
    guard case .number(7) = store.case else {
      Issue.record("What was written by hand is used.")
      return
    }
  }
}
