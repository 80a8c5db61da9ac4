extension Color {
  /// Returns the nearest color that a terminal can show.
  ///
  /// - Parameter support: The colors of the terminal.
  /// - Returns: The color itself if the terminal has it, otherwise the one with the smallest distance in red, green
  ///   and blue; `nil` (the terminal's own color) if it has no colors at all.
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

  /// The strengths that the color cube of the 256-color palette has on each of its axes.
  private static let cubeLevels = [0, 95, 135, 175, 215, 255]

  /// The named colors as most terminals show them without a theme.
  private static let namedComponents: [(red: Int, green: Int, blue: Int)] = [
    (0, 0, 0), (205, 0, 0), (0, 205, 0), (205, 205, 0), (0, 0, 238), (205, 0, 205), (0, 205, 205), (229, 229, 229),
    (127, 127, 127), (255, 0, 0), (0, 255, 0), (255, 255, 0), (92, 92, 255), (255, 0, 255), (0, 255, 255),
    (255, 255, 255),
  ]

  /// Returns the nearest color of the cube and of the gray ramp. The first sixteen are left out, because they depend
  /// on the user's theme.
  private static func paletteIndex(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> UInt8 {
    let wanted = (Int(red), Int(green), Int(blue))
    let cube = [wanted.0, wanted.1, wanted.2].map(nearestLevel)
    let cubeIndex = 16 + 36 * cube[0] + 6 * cube[1] + cube[2]
    let average = (wanted.0 + wanted.1 + wanted.2) / 3
    let greyIndex = 232 + min(23, max(0, (average - 3) / 10))
    let candidates = [UInt8(cubeIndex), UInt8(greyIndex)]
    let distances = candidates.map { distance(components(ofPaletteIndex: $0), wanted) }
    return distances[1] < distances[0] ? candidates[1] : candidates[0]
  }

  private static func nearestLevel(_ strength: Int) -> Int {
    cubeLevels.indices.min { abs(cubeLevels[$0] - strength) < abs(cubeLevels[$1] - strength) } ?? 0
  }

  private static func components(ofPaletteIndex index: UInt8) -> (red: Int, green: Int, blue: Int) {
    switch Int(index) {
    case let named where named < 16:
      return namedComponents[named]
    case let grey where grey >= 232:
      let strength = 8 + 10 * (grey - 232)
      return (strength, strength, strength)
    case let cube:
      let place = cube - 16
      return (cubeLevels[place / 36], cubeLevels[place / 6 % 6], cubeLevels[place % 6])
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
