package import DependencyInjection
import Synchronization

/// Creates the instruments of stores: a recorder gives one to each store that is created where it is a dependency.
///
/// Safe to use from any thread.
package protocol StoreInstrumentSource: AnyObject, Sendable {
  /// Returns the instrument of a new store, `nil` if the source has none for it. Called on the store's actor.
  ///
  /// - Parameters:
  ///   - feature: The type of the store's reducer.
  ///   - state: The initial state.
  ///   - dependencies: The dependencies of the store.
  func makeInstrument<State, Action>(
    for feature: Any.Type,
    initialState state: State,
    action: Action.Type,
    dependencies: DependencyValues
  ) -> (any StoreInstrument<State, Action>)?
}

/// Counts a source of instruments for as long as it lives. Without any in the program, a new store doesn't look for
/// one.
package final class StoreInstrumentSourceToken: Sendable {
  private static let count = Atomic<Int>(0)

  package init() {
    Self.count.add(1, ordering: .relaxed)
  }

  deinit {
    Self.count.subtract(1, ordering: .relaxed)
  }

  static var isAnyAlive: Bool { count.load(ordering: .relaxed) > 0 }
}

extension DependencyValues {
  /// The sources of instruments for the stores that are created with these dependencies. A source must own a
  /// ``StoreInstrumentSourceToken``, without which it is not called.
  package var storeInstrumentSources: [any StoreInstrumentSource] {
    get { self[StoreInstrumentSourcesKey.self] }
    set { self[StoreInstrumentSourcesKey.self] = newValue }
  }
}

private enum StoreInstrumentSourcesKey: DependencyKey {
  static var liveValue: [any StoreInstrumentSource] { [] }
  static var testValue: [any StoreInstrumentSource] { [] }
}
