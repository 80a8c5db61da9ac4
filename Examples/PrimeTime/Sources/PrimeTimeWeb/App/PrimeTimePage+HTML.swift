public import CounterpointHTML

extension PrimeTimePage.State {
  /// The whole program as a page: a pure value.
  public var html: [HTML] {
    CounterpointHTML.html {
      Element(.div, .class("program"), .inert(counter.alertTitle != nil)) {
        Element(.header) { Element(.h1) { "PrimeTime" } }
        Element(.main) {
          counter.section
          // Always there, because only what changes in a live region is read aloud.
          Element(.p, .id("notice"), .role("status")) { notice }
        }
        favorites.panel
      }
      counter.alert
    }
  }
}
