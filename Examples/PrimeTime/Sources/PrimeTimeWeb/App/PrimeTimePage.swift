public import Counterpoint
import PrimeTime

/// The whole program in a browser: the counter, what is beside it, and the list of favorites in a side panel.
public enum PrimeTimePage {
  /// Exactly what is shown.
  public struct State: Equatable, Sendable {
    /// The counter and what is presented beside it.
    public let counter: CounterSection.State
    /// The list of favorites, always there.
    public let favorites: FavoritesPanel.State
    /// The line that tells what came of the last thing that the visitor did; empty if there is nothing to tell.
    public let notice: String
  }

  /// Exactly what a visitor can do.
  public enum Action: Codable, Equatable, Sendable {
    case counter(CounterSection.Action)
    case favorites(FavoritesPanel.Action)
  }
}

extension PrimeTimePage.State {
  /// Creates the page's state from the program's.
  public init(state: WebFeature.State) {
    var counter = state.app.counter
    counter.favoritePrimes = state.favorites
    self.counter = CounterSection.State(counterFeatureState: counter)
    self.favorites = FavoritesPanel.State(favoritePrimes: counter.favoritePrimes)
    let notices = [state.$favorites.saveError.map(Self.notice(of:)), counter.notice ?? state.app.favoritesNotice]
    self.notice = notices.compactMap { $0 }.joined(separator: " ")
  }

  /// A visitor learns that saving failed, but not why: the error names files of the server. The log has it.
  private static func notice(of saveError: any Error) -> String {
    "The favorites could not be saved. They are kept until the server ends."
  }
}

extension WebFeature.Action {
  /// Converts a visitor's action to the program's.
  public init(pageAction action: PrimeTimePage.Action) {
    switch action {
    case .counter(let action): self = .app(.counter(CounterFeature.Action(counterSectionAction: action)))
    case .favorites(let action): self = .app(.favoritePrimes(FavoritePrimes.Action(favoritesPanelAction: action)))
    }
  }
}

extension StoreOf<WebFeature> {
  /// The program as a page shows it.
  public var page: ViewStore<PrimeTimePage.State, PrimeTimePage.Action> {
    view(state: PrimeTimePage.State.init(state:), action: WebFeature.Action.init(pageAction:))
  }
}
