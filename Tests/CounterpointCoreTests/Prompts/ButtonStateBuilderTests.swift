import CounterpointCore
import Testing

@Suite struct ButtonStateBuilderTests {
  enum Size { case small, large }

  private func labels(@ButtonStateBuilder<Int> _ buttons: () -> [ButtonState<Int>]) -> [String] {
    buttons().map { String(state: $0.label) }
  }

  private func button(_ label: String) -> ButtonState<Int> {
    ButtonState { TextState(label) }
  }

  @Test func noButtonAtAll() {
    #expect(labels {} == [])
  }

  @Test func severalButtonsKeepTheirOrder() {
    let labels = labels {
      ButtonState(action: 1) { TextState("a") }
      ButtonState(role: .destructive, action: .send(2)) { TextState("b") }
      ButtonState(role: .cancel) { TextState("c") }
    }
    #expect(labels == ["a", "b", "c"])
  }

  @Test(arguments: [(true, ["a", "b", "d"]), (false, ["a", "c"])])
  func conditions(flag: Bool, expected: [String]) {
    let labels = labels {
      button("a")
      if flag { button("b") } else { button("c") }
      if flag { button("d") }
    }
    #expect(labels == expected)
  }

  @Test(arguments: [("x", ["x", "end"]), (nil, ["end"])])
  func optionalBinding(name: String?, expected: [String]) {
    let labels = labels {
      if let name { button(name) }
      button("end")
    }
    #expect(labels == expected)
  }

  @Test(arguments: [(Size.small, ["s"]), (.large, ["l", "xl"])])
  func switches(size: Size, expected: [String]) {
    let labels = labels {
      switch size {
      case .small: button("s")
      case .large:
        button("l")
        button("xl")
      }
    }
    #expect(labels == expected)
  }

  @Test func loops() {
    let labels = labels {
      for number in 1...2 {
        button("\(number)")
        if number > 1 { button("more than one") }
      }
      for number in 0..<0 { button("\(number)") }
    }
    #expect(labels == ["1", "2", "more than one"])
  }

  @Test func availability() {
    let labels = labels {
      if #available(macOS 15, iOS 18, *) { button("new") } else { button("old") }
      if #available(macOS 15, iOS 18, *) { button("newer") }
    }
    #expect(labels == ["new", "newer"])
  }
}
