import CounterpointHTML
public import PrimeTime

/// The list of favorite primes in a browser: a side panel that is always visible and up to date.
public enum FavoritesPanel {
  /// Exactly what the panel shows.
  public struct State: Equatable, Sendable {
    /// The rows of the list.
    public let primes: [Int]
    /// The title above them.
    public let title: String
  }

  /// Exactly what a visitor can do there. There are no actions for saving and loading, because the shared list is
  /// saved after each change.
  public enum Action: Codable, Equatable, Sendable {
    case deleteButtonClicked(prime: Int)
  }
}

extension FavoritesPanel.State {
  /// Creates the panel's state from the list.
  ///
  /// - Parameter favoritePrimes: The list.
  public init(favoritePrimes: [Int]) {
    self.primes = favoritePrimes
    self.title = "Favorite primes (\(favoritePrimes.count))"
  }
}

extension FavoritePrimes.Action {
  /// Converts a visitor's action to the feature's.
  public init(favoritesPanelAction action: FavoritesPanel.Action) {
    switch action {
    case .deleteButtonClicked(let prime): self = .deleteFavoritePrimes([prime])
    }
  }
}

extension FavoritesPanel.State {
  /// The side panel.
  var panel: Element {
    Element(.aside, .labelled(by: "favorites-title")) {
      Element(.h2, .id("favorites-title")) { title }
      if primes.isEmpty {
        Element(.p) { "No favorites yet." }
      } else {
        Element(.ul, .id("favorites"), .aria("live", "polite")) {
          for prime in primes {
            Element(.li, key: "\(prime)") {
              Element(.span) { "\(prime)" }
              Element.button(
                PrimeTimePage.Action.favorites(.deleteButtonClicked(prime: prime)),
                .label("Delete \(prime)")
              ) {
                "✕"
              }
            }
          }
        }
      }
    }
  }
}
