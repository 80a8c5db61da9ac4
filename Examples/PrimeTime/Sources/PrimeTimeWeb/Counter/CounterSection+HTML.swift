import CounterpointHTML

extension CounterSection.State {
  /// The counter, and the popover beside the number.
  var section: Element {
    Element(.section, .class("counter"), .label("Counter")) {
      Element(.div, .class("count")) {
        button(.decrementButtonClicked, .label("Count down"), .disabled(isCountingDisabled)) { "−" }
        Element(
          .output,
          .id("count"),
          Attribute("title", "Double-click: \(nthPrimeButtonTitle)"),
          .on(.doubleClick, PrimeTimePage.Action.counter(.countDoubleClicked))
        ) {
          "\(count)"
        }
        button(.incrementButtonClicked, .label("Count up"), .disabled(isCountingDisabled)) { "+" }
        popover?.element
      }
      Element(.div, .class("questions")) {
        button(.isPrimeButtonClicked, .aria("expanded", popover == nil ? "false" : "true")) { "Is this prime?" }
        button(.nthPrimeButtonClicked, .disabled(isNthPrimeButtonDisabled)) { nthPrimeButtonTitle }
      }
      if let progressPercent {
        Element(.div, .class("progress"), key: "progress") {
          Element(.progress, .max("100"), .label(progressTitle), .value("\(progressPercent)")) { "\(progressPercent)%" }
          button(.cancelButtonClicked) { "Cancel" }
        }
      }
    }
  }

  /// The answer for the nth prime, over everything else.
  var alert: Element? {
    guard let alertTitle else { return nil }
    return Element(.div, .class("backdrop"), key: "alert") {
      Element(
        .div,
        .role("alertdialog"),
        .aria("modal", "true"),
        .labelled(by: "alert-title"),
        .on(.escape, PrimeTimePage.Action.counter(.alertDismissed))
      ) {
        Element(.p, .id("alert-title")) { alertTitle }
        button(.alertDismissed, .autofocus()) { "OK" }
      }
    }
  }

  private func button(
    _ action: CounterSection.Action,
    _ attributes: Attribute...,
    @HTMLBuilder title: () -> [HTML]
  ) -> Element {
    Element.button(PrimeTimePage.Action.counter(action), list: attributes, content: title)
  }
}
