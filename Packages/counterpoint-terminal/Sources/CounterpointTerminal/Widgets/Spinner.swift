/// A sign of work whose length is unknown.
///
/// The spinner has no clock. Advance it in the reducer by the ticks of a clock, which a test controls:
///
/// ```swift
/// case .started:
///   return .run { send in
///     for await _ in clock.timer(interval: Spinner.interval) { await send(.ticked) }
///   }
/// case .ticked:
///   state.spinner.advance()
/// ```
public struct Spinner: Hashable, Sendable {
  /// The usual time between two frames.
  public static let interval = Duration.milliseconds(100)

  /// The texts that are shown in turn. Each has the same width.
  public let frames: [String]

  /// The number of the shown frame.
  public private(set) var frame = 0

  /// Creates a spinner.
  ///
  /// - Parameter frames: The texts that are shown in turn. An empty list shows nothing.
  public init(frames: [String] = Spinner.dots) { self.frames = frames }

  /// Dots that run around, for terminals with Unicode fonts.
  public static let dots = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"]

  /// A turning line of ASCII characters.
  public static let line = ["|", "/", "-", "\\"]

  /// Shows the next frame.
  public mutating func advance() {
    if !frames.isEmpty { frame = (frame + 1) % frames.count }
  }

  /// The shown frame.
  public var text: StyledText { frames.isEmpty ? "" : StyledText(frames[frame]).styled(Theme.current.accent) }
}
