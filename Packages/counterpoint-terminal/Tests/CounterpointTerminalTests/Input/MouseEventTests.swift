import CounterpointTerminal
import Testing

@Suite struct MouseEventTests {
  private func decoded(_ text: String) -> [TerminalEvent] {
    var decoder = KeyDecoder()
    return decoder.feed(Array(text.utf8)) + decoder.flush()
  }

  @Test(
    arguments: [
      ("\u{1B}[<0;3;4M", MouseEvent(.press(.left), at: ScreenPosition(column: 2, row: 3))),
      ("\u{1B}[<0;3;4m", MouseEvent(.release(.left), at: ScreenPosition(column: 2, row: 3))),
      ("\u{1B}[<2;1;1M", MouseEvent(.press(.right), at: ScreenPosition(column: 0, row: 0))),
      ("\u{1B}[<1;1;1m", MouseEvent(.release(.middle), at: ScreenPosition(column: 0, row: 0))),
      ("\u{1B}[<64;300;200M", MouseEvent(.scrollUp, at: ScreenPosition(column: 299, row: 199))),
      ("\u{1B}[<65;3;4M", MouseEvent(.scrollDown, at: ScreenPosition(column: 2, row: 3))),
      (
        "\u{1B}[<28;3;4M",
        MouseEvent(.press(.left), at: ScreenPosition(column: 2, row: 3), modifiers: [.shift, .alt, .control])
      ),
    ]
  )
  func reports(text: String, event: MouseEvent) {
    #expect(decoded(text + "x") == [.mouse(event), .key("x")])
  }

  /// Movements, other buttons, and reports that are no reports.
  @Test(arguments: [
    "\u{1B}[<35;3;4M", "\u{1B}[<32;3;4M", "\u{1B}[<128;3;4M", "\u{1B}[<66;3;4M", "\u{1B}[<0;0;4M", "\u{1B}[<0;3M",
    "\u{1B}[<0;3;4;5M", "\u{1B}[<M", "\u{1B}[<64;3;4m",
  ])
  func otherReportsAreIgnored(text: String) {
    #expect(decoded(text + "x") == [.key("x")])
  }

  @Test func theDivisionIntoCallsDoesNotMatter() {
    let bytes = Array("\u{1B}[<0;13;4Mq".utf8)
    let whole = decoded("\u{1B}[<0;13;4Mq")
    #expect(whole.count == 2)
    for cut in bytes.indices {
      var decoder = KeyDecoder()
      #expect(decoder.feed(bytes[..<cut]) + decoder.feed(bytes[cut...]) == whole)
    }
  }

  @Test func positionsAreRelativeToAFrame() {
    let frame = ScreenFrame(
      origin: ScreenPosition(column: 10, row: 5),
      size: TerminalSize(columns: 4, rows: 2)
    )
    func relative(_ column: Int, _ row: Int) -> TerminalEvent? {
      TerminalEvent.mouse(MouseEvent(.scrollUp, at: ScreenPosition(column: column, row: row))).relative(to: frame)
    }
    #expect(relative(10, 5) == .mouse(MouseEvent(.scrollUp, at: ScreenPosition(column: 0, row: 0))))
    #expect(relative(13, 6) == .mouse(MouseEvent(.scrollUp, at: ScreenPosition(column: 3, row: 1))))
    for (column, row) in [(9, 5), (14, 5), (10, 4), (10, 7)] { #expect(relative(column, row) == nil) }
    #expect(TerminalEvent.key("a").relative(to: frame) == .key("a"))
  }
}
