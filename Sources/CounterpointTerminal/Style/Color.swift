/// A color of text or of its background.
///
/// The sixteen named colors depend on the user's theme, and suit most programs. `palette` and `rgb` are exact; a
/// terminal that can't show them uses its nearest color (see ``degraded(to:)``).
public enum Color: Hashable, Sendable {
  /// The theme's black.
  case black
  /// The theme's red.
  case red
  /// The theme's green.
  case green
  /// The theme's yellow, brown on old terminals.
  case yellow
  /// The theme's blue.
  case blue
  /// The theme's magenta.
  case magenta
  /// The theme's cyan.
  case cyan
  /// The theme's white, a light gray on most terminals.
  case white
  /// The theme's bright black: a dark gray.
  case brightBlack
  /// The theme's bright red.
  case brightRed
  /// The theme's bright green.
  case brightGreen
  /// The theme's bright yellow.
  case brightYellow
  /// The theme's bright blue.
  case brightBlue
  /// The theme's bright magenta.
  case brightMagenta
  /// The theme's bright cyan.
  case brightCyan
  /// The theme's bright white.
  case brightWhite
  /// A color of the 256-color palette: 0…15 are the named colors, 16…231 a cube of 6 × 6 × 6, 232…255 grays.
  case palette(UInt8)
  /// A color by the strength of its three parts, each from 0 to 255.
  case rgb(red: UInt8, green: UInt8, blue: UInt8)

  /// The named colors in the order of their numbers.
  static let named: [Color] = [
    .black, .red, .green, .yellow, .blue, .magenta, .cyan, .white,
    .brightBlack, .brightRed, .brightGreen, .brightYellow, .brightBlue, .brightMagenta, .brightCyan, .brightWhite,
  ]

  /// The number of a named color, 0…15; `nil` for `palette` and `rgb`.
  var namedIndex: UInt8? {
    switch self {
    case .black: 0
    case .red: 1
    case .green: 2
    case .yellow: 3
    case .blue: 4
    case .magenta: 5
    case .cyan: 6
    case .white: 7
    case .brightBlack: 8
    case .brightRed: 9
    case .brightGreen: 10
    case .brightYellow: 11
    case .brightBlue: 12
    case .brightMagenta: 13
    case .brightCyan: 14
    case .brightWhite: 15
    case .palette, .rgb: nil
    }
  }
}
