internal import CounterpointTerminalSignals
internal import Locks

/// The terminal behind a session: what it shows, whether it is in raw mode, and how it gets back.
///
/// The session's user draws on it from any thread; the reader's thread suspends and resumes it, and ends it when a
/// signal says so. It knows nothing of the session, so that the reader does not keep the session alive.
final class TerminalDevice: Sendable {
  enum Phase {
    /// The screen belongs to the session.
    case open
    /// The screen belongs to somebody else; what is drawn is kept for later.
    case suspended
    /// The screen was given back for good.
    case ended
  }

  private struct Display {
    var phase = Phase.open
    var renderer: ScreenRenderer
    /// What was drawn last, whether it could be shown or not.
    var screen: Screen?
  }

  /// The notice that tells the reader's thread to end. No signal has this number.
  static let endNotice: UInt8 = 255
  /// The notice that asks for what Ctrl-Z does.
  static let suspendNotice: UInt8 = 254

  let descriptors: TerminalDescriptors
  private let fallbackSize: TerminalSize
  private let events: AsyncStream<TerminalEvent>.Continuation
  /// Held while bytes go to the terminal, so that frames and mode changes don't mix.
  private let display: Locked<Display>
  /// Apart from `display`, so that asking for the size never waits for a slow terminal.
  private let knownSize: Locked<TerminalSize>

  /// Claims the terminal and enters raw mode.
  init(
    descriptors: TerminalDescriptors,
    capabilities: TerminalCapabilities,
    ambiguousWidth: AmbiguousWidth,
    fallbackSize: TerminalSize,
    events: AsyncStream<TerminalEvent>.Continuation
  ) throws(TerminalError) {
    self.descriptors = descriptors
    self.fallbackSize = fallbackSize
    self.events = events
    let renderer = ScreenRenderer(colorSupport: capabilities.colorSupport, ambiguousWidth: ambiguousWidth)
    display = Locked(Display(renderer: renderer))
    knownSize = Locked(Self.size(of: descriptors.output) ?? fallbackSize)
    let (enter, leave) = (EscapeCodes.enter, EscapeCodes.leave)
    let failure = unsafe counterpoint_terminal_claim(
      descriptors.input,
      descriptors.output,
      enter,
      Int32(enter.count),
      leave,
      Int32(leave.count)
    )
    // EBUSY has this number on every system.
    if failure == 16 { throw .alreadyOpen }
    if failure != 0 { throw .system(call: "tcgetattr", code: failure) }
    let refusal = counterpoint_terminal_enter()
    if refusal != 0 {
      counterpoint_terminal_end(false)
      counterpoint_terminal_release()
      throw .system(call: "tcsetattr", code: refusal)
    }
  }

  var size: TerminalSize { knownSize.withLock { $0 } }

  /// Shows a screen, or keeps it until the terminal is there again.
  func draw(_ screen: Screen) {
    let isLost = display.withLock { display in
      display.screen = screen
      return display.phase == .open && !show(&display)
    }
    if isLost { end(.interrupted(.hangUp)) }
  }

  /// Looks at the terminal's size, and draws the last screen again if it has changed.
  func refreshSize() {
    guard updateSize() else { return }
    let isLost = display.withLock { display in display.phase == .open && !show(&display) }
    if isLost { end(.interrupted(.hangUp)) } else { events.yield(.resize(size)) }
  }

  /// Asks the reader's thread to suspend. After the end nobody is there to be asked, and the pipe may belong to another
  /// session.
  func requestSuspension() {
    display.withLock { display in
      if display.phase != .ended { counterpoint_terminal_notify(Self.suspendNotice) }
    }
  }

  /// Gives the terminal back, stops the process, and goes on when the process does. On the reader's thread.
  ///
  /// - Parameter wholeJob: Whether the other processes of the job are stopped, too.
  func suspend(wholeJob: Bool) {
    guard counterpoint_terminal_can_stop() else { return }
    let isOpen = display.withLock { display in
      guard display.phase == .open else { return false }
      display.phase = .suspended
      counterpoint_terminal_leave()
      return true
    }
    guard isOpen else { return }
    counterpoint_terminal_stop(wholeJob)
    resume()
  }

  /// Takes the terminal (again), after others may have used it. On the reader's thread.
  func resume() {
    let isResized = updateSize()
    let phase = display.withLock { display in
      guard display.phase != .ended else { return Phase.ended }
      guard counterpoint_terminal_enter() == 0 else { return Phase.suspended }
      display.phase = .open
      display.renderer.invalidate()
      return show(&display) ? Phase.open : Phase.suspended
    }
    switch phase {
    case .ended: break
    case .suspended: end(.interrupted(.hangUp))
    case .open:
      events.yield(.resumed)
      if isResized { events.yield(.resize(size)) }
    }
  }

  /// Passes on what the user did.
  func send(_ event: TerminalEvent) { events.yield(event) }

  /// Gives the terminal back for good and ends the stream of events. Only the first call has an effect.
  ///
  /// - Parameter last: What is told before the end. After ``TerminalSignal/hangUp`` the signal of that name has no
  ///   effect, so that a program whose terminal is gone can still end in order.
  func end(_ last: TerminalEvent? = nil) {
    let isFirst = display.withLock { display in
      guard display.phase != .ended else { return false }
      display.phase = .ended
      counterpoint_terminal_end(last == .interrupted(.hangUp))
      counterpoint_terminal_notify(Self.endNotice)
      return true
    }
    guard isFirst else { return }
    if let last { events.yield(last) }
    events.finish()
  }

  /// Writes the changes to the terminal; `false` if it is gone.
  private func show(_ display: inout Display) -> Bool {
    // After a crash or `exit` on another thread the screen is not ours any more, although nobody could tell us.
    guard let screen = display.screen, counterpoint_terminal_is_entered() else { return true }
    let bytes = display.renderer.render(screen, size: size)
    return unsafe bytes.isEmpty
      || counterpoint_terminal_write(descriptors.output, bytes, Int32(bytes.count)) == 0
  }

  private func updateSize() -> Bool {
    let current = Self.size(of: descriptors.output) ?? fallbackSize
    return knownSize.withLock { known in
      defer { known = current }
      return known != current
    }
  }

  private static func size(of descriptor: Int32) -> TerminalSize? {
    var (columns, rows): (Int32, Int32) = (0, 0)
    guard unsafe counterpoint_terminal_size(descriptor, &columns, &rows) == 0, columns > 0, rows > 0 else {
      return nil
    }
    return TerminalSize(columns: Int(columns), rows: Int(rows))
  }
}
