import CounterpointHTML

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
