import Testing

public import Counterpoint

/// A namespace, to have a public extension of.
public enum PublicFeatures {}

// The check of formats would have the `public` at the members; a macro has to understand both.
// swift-format-ignore
public extension PublicFeatures {
  @Reducer
  struct Blank {}

  @Reducer
  enum Destination {
    case blank(Blank)
    case document(String, page: Int)
  }

  @Reducer
  enum BlankOnly {
    case blank(Blank)
  }
}

@Reducer
private enum Versions {
  case counter(Screens.Counting)
  @available(*, deprecated, message: "A test of availability.") case old(Screens.Counting)
  @available(*, unavailable, message: "A test of availability.") case gone(Screens.Counting)
  #if DEBUG
  case debug(Screens.Counting)
  #if os(Linux)
  case linux(Screens.Counting)
  #elseif NEVER_DEFINED
  case missing(NoSuchFeature)
  #endif
  #endif
}

/// Actions whose case paths are written by hand are left as they are.
@Reducer
private struct WithPathsByHand {
  struct State {}

  enum Action: CasePathable {
    case tap

    struct AllCasePaths {}
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  var body: some ReducerOf<Self> { EmptyReducer() }
}

/// Enums with `@Reducer` whose cases are not always there, and features in public extensions.
@MainActor
@Suite struct ReducerAvailabilityTests {
  @Test func deprecatedFeatures() throws {
    let path = try #require(Array(Versions.State.allCasePaths).dropFirst().first)
    let actions = try #require(Array(Versions.Action.allCasePaths).dropFirst().first)
    // No warning, because the case is not named here.
    let state = try #require(path(Screens.Counting.State(count: 1)))
    let action = try #require(actions(Screens.Counting.Action.increment))
    let store = Store(initialState: state) { AnyCaseReducer<Versions>() }
    store.send(action)
    #expect((store.withState { $0 }[case: path] as? Screens.Counting.State)?.count == 2)
    #expect(store.case.counter == nil)
  }

  @Test func whatIsUnavailableIsNotListed() {
    #expect(Array(Versions.State.allCasePaths).count == Array(Versions.Action.allCasePaths).count)
    #expect(Array(Versions.State.allCasePaths).first == \.counter)
    #if DEBUG && os(Linux)
    #expect(Array(Versions.State.allCasePaths).count == 4)
    #expect(Versions.State.linux(Screens.Counting.State()).linux?.count == 0)
    #endif
  }

  @Test func inAPublicExtension() {
    let store = Store(initialState: PublicFeatures.Destination.State.document("a", page: 1)) {
      PublicFeatures.Destination.body
    }
    #expect(store.case.is(\.document))
    #expect(PublicFeatures.BlankOnly.State.blank(PublicFeatures.Blank.State()).is(\.blank))
    #expect(Array(PublicFeatures.BlankOnly.Action.allCasePaths) == [\.blank])
  }
}

/// The body of an enum, through the protocol: its own may be deprecated.
private struct AnyCaseReducer<Cases: CaseReducer>: Reducer {
  typealias State = Cases.State
  typealias Action = Cases.Action

  var body: some Reducer<Cases.State, Cases.Action> { Cases.body }
}
