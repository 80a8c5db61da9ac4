/// The escape codes that change the style of what is written next.
enum StyleCodes {
  /// The shortest code that leads from one style to another; empty if they are the same.
  static func change(from old: Style, to new: Style) -> String {
    guard old != new else { return "" }
    let step = stepParameters(from: old, to: new)
    // A reset (0) is often shorter than undoing single attributes.
    let anew = ["0"] + stepParameters(from: .plain, to: new)
    let parameters = [step.joined(separator: ";"), anew.joined(separator: ";")]
    let shortest = parameters[1].utf8.count < parameters[0].utf8.count ? parameters[1] : parameters[0]
    // Zero may be left out where it stands alone.
    return "\u{1B}[\(shortest == "0" ? "" : shortest)m"
  }

  private static func stepParameters(from old: Style, to new: Style) -> [String] {
    var parameters: [String] = []
    var (wasBold, wasDim) = (old.isBold, old.isDim)
    if wasBold && !new.isBold || wasDim && !new.isDim {
      // One code takes back both.
      parameters.append("22")
      (wasBold, wasDim) = (false, false)
    }
    if new.isBold && !wasBold { parameters.append("1") }
    if new.isDim && !wasDim { parameters.append("2") }
    if new.isItalic != old.isItalic { parameters.append(new.isItalic ? "3" : "23") }
    if new.isUnderlined != old.isUnderlined { parameters.append(new.isUnderlined ? "4" : "24") }
    if new.isInverse != old.isInverse { parameters.append(new.isInverse ? "7" : "27") }
    if new.isStruckThrough != old.isStruckThrough { parameters.append(new.isStruckThrough ? "9" : "29") }
    if new.foreground != old.foreground { parameters.append(parameter(new.foreground, base: 30)) }
    if new.background != old.background { parameters.append(parameter(new.background, base: 40)) }
    return parameters
  }

  /// - Parameter base: 30 for the foreground, 40 for the background.
  private static func parameter(_ color: Color?, base: Int) -> String {
    switch color {
    case nil:
      return "\(base + 9)"
    case .palette(let index):
      return "\(base + 8);5;\(index)"
    case .rgb(let red, let green, let blue):
      return "\(base + 8);2;\(red);\(green);\(blue)"
    case let named?:
      let index = Int(named.namedIndex ?? 7)
      return index < 8 ? "\(base + index)" : "\(base + 60 + index - 8)"
    }
  }
}
