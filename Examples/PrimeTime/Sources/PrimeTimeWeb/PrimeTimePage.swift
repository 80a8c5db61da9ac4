public import Counterpoint
public import CounterpointHTML
import PrimeTime

/// The program in a browser: the counter, its popover or alert, and the favorites in a side panel.
public enum PrimeTimePage {
  /// Exactly what is shown.
  public struct State: Equatable, Sendable {
    /// The counter with its popover and alert.
    public let counter: CounterSection.State
    /// The list of favorites, which is always visible.
    public let favorites: FavoritesPanel.State
    /// The result of the last action; empty if there is nothing to report.
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

  /// Tells the visitor that saving failed, but not why, because the error names files of the server. The log contains
  /// the error.
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

extension PrimeTimePage.State {
  /// The whole program as a page: a pure value.
  public var html: [HTML] {
    CounterpointHTML.html {
      Element(.div, .class("program"), .inert(counter.alertTitle != nil)) {
        Element(.header) { Element(.h1) { "PrimeTime" } }
        Element(.main) {
          counter.section
          // Always present, because assistive technology announces only changes inside a live region.
          Element(.p, .id("notice"), .role("status")) { notice }
        }
        favorites.panel
      }
      counter.alert
    }
  }
}
