/// A number as a place in a row, in English: `1st`, `2nd`, `11th`.
public func ordinal(_ n: Int) -> String {
  let lastTwo = (n % 100).magnitude
  let suffix =
    switch (lastTwo, lastTwo % 10) {
    case (11...13, _): "th"
    case (_, 1): "st"
    case (_, 2): "nd"
    case (_, 3): "rd"
    default: "th"
    }
  return "\(n)\(suffix)"
}
