import CounterpointHTML

extension IsPrimePopover.State {
  /// The popover. The focus goes to it when it opens, and back where it was when it closes.
  var element: Element {
    Element(
      .div,
      .class("popover"),
      .role("dialog"),
      .labelled(by: "popover-title"),
      .on(.escape, PrimeTimePage.Action.counter(.popoverDismissed)),
      key: "popover"
    ) {
      Element(.p, .id("popover-title"), .role("status")) { title }
      if isSaveButtonShown {
        Element.button(PrimeTimePage.Action.counter(.popover(.saveButtonClicked))) { "Save to favorite primes" }
      }
      if isRemoveButtonShown {
        Element.button(PrimeTimePage.Action.counter(.popover(.removeButtonClicked))) { "Remove from favorite primes" }
      }
      Element.button(PrimeTimePage.Action.counter(.popoverDismissed), .autofocus(), key: "close") { "Close" }
    }
  }
}
