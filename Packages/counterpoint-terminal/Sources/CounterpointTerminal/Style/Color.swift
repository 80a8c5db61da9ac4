/// A color of text or of its background.
///
/// The sixteen named colors depend on the user's theme, and suit most programs. `palette` and `rgb` are exact. A
/// terminal that doesn't support them shows the nearest color (see ``degraded(to:)``).
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
  /// A color of the 256-color palette: 0–15 are the named colors, 16–231 a 6 × 6 × 6 cube, and 232–255 grays.
  case palette(UInt8)
  /// A color with red, green and blue components from 0 to 255.
  case rgb(red: UInt8, green: UInt8, blue: UInt8)

  /// The named colors in the order of their numbers.
  static let named: [Color] = [
    .black, .red, .green, .yellow, .blue, .magenta, .cyan, .white,
    .brightBlack, .brightRed, .brightGreen, .brightYellow, .brightBlue, .brightMagenta, .brightCyan, .brightWhite,
  ]

  /// The index of a named color, from 0 to 15; `nil` for `palette` and `rgb`.
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

/// The colors that a terminal can show.
public enum ColorSupport: Int, Hashable, Sendable, Comparable, CaseIterable {
  /// No colors: the terminal has none, or the user has disabled them with `NO_COLOR`.
  case none
  /// The sixteen named colors.
  case ansi16
  /// The palette of 256 colors.
  case palette256
  /// Any red, green and blue.
  case trueColor

  /// Compares the numbers of colors. ``none`` is the smallest.
  public static func < (left: ColorSupport, right: ColorSupport) -> Bool { left.rawValue < right.rawValue }
}

extension Color {
  /// Returns the nearest color that a terminal can show.
  ///
  /// - Parameter support: The colors of the terminal.
  /// - Returns: The color itself if the terminal supports it, otherwise the color with the smallest distance in RGB
  ///   space; `nil` (the default color) if the terminal has no colors.
  public func degraded(to support: ColorSupport) -> Color? {
    switch (self, support) {
    case (_, .none): nil
    case (_, .trueColor): self
    case (.rgb(let red, let green, let blue), .palette256): .palette(Self.paletteIndex(red, green, blue))
    case (_, .palette256): self
    case (.palette(let index), .ansi16) where index < 16: Self.named[Int(index)]
    case (.palette(let index), .ansi16): Self.nearestNamed(Self.components(ofPaletteIndex: index))
    case (.rgb(let red, let green, let blue), .ansi16): Self.nearestNamed((Int(red), Int(green), Int(blue)))
    case (_, .ansi16): self
    }
  }

  /// The component values of the color cube in the 256-color palette.
  private static let cubeLevels = [0, 95, 135, 175, 215, 255]

  /// The RGB components of the named colors in most terminals without a theme.
  private static let namedComponents: [(red: Int, green: Int, blue: Int)] = [
    (0, 0, 0), (205, 0, 0), (0, 205, 0), (205, 205, 0), (0, 0, 238), (205, 0, 205), (0, 205, 205), (229, 229, 229),
    (127, 127, 127), (255, 0, 0), (0, 255, 0), (255, 255, 0), (92, 92, 255), (255, 0, 255), (0, 255, 255),
    (255, 255, 255),
  ]

  /// Returns the nearest color of the cube or the gray ramp. The first sixteen colors are not used, because they depend
  /// on the user's theme.
  private static func paletteIndex(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> UInt8 {
    let wanted = (Int(red), Int(green), Int(blue))
    let cube = [wanted.0, wanted.1, wanted.2].map(nearestLevel)
    let cubeIndex = 16 + 36 * cube[0] + 6 * cube[1] + cube[2]
    let average = (wanted.0 + wanted.1 + wanted.2) / 3
    let grayIndex = 232 + min(23, max(0, (average - 3) / 10))
    let candidates = [UInt8(cubeIndex), UInt8(grayIndex)]
    let distances = candidates.map { distance(components(ofPaletteIndex: $0), wanted) }
    return distances[1] < distances[0] ? candidates[1] : candidates[0]
  }

  private static func nearestLevel(_ component: Int) -> Int {
    cubeLevels.indices.min { abs(cubeLevels[$0] - component) < abs(cubeLevels[$1] - component) } ?? 0
  }

  private static func components(ofPaletteIndex index: UInt8) -> (red: Int, green: Int, blue: Int) {
    switch Int(index) {
    case let named where named < 16:
      return namedComponents[named]
    case let gray where gray >= 232:
      let level = 8 + 10 * (gray - 232)
      return (level, level, level)
    case let cube:
      let offset = cube - 16
      return (cubeLevels[offset / 36], cubeLevels[offset / 6 % 6], cubeLevels[offset % 6])
    }
  }

  private static func nearestNamed(_ wanted: (red: Int, green: Int, blue: Int)) -> Color {
    let index = namedComponents.indices.min {
      distance(namedComponents[$0], wanted) < distance(namedComponents[$1], wanted)
    }
    return named[index ?? 7]
  }

  private static func distance(
    _ first: (red: Int, green: Int, blue: Int),
    _ second: (red: Int, green: Int, blue: Int)
  ) -> Int {
    let (red, green, blue) = (first.red - second.red, first.green - second.green, first.blue - second.blue)
    return red * red + green * green + blue * blue
  }
}
