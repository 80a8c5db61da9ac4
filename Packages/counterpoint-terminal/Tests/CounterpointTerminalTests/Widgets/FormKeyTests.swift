import CounterpointCore
import CounterpointTerminal
import Observation
import Testing

@Suite struct FormKeyTests {
  enum Field: Sendable { case name, password, news }

  @UIBinding var focus: Field? = .name
  @UIBinding var cursor = FormCursor()
  @UIBinding var name = ""
  @UIBinding var password = "secret"
  @UIBinding var news = false

  private var form: Form<Field> {
    Form(
      focus: $focus,
      cursor: $cursor,
      [
        .text("Name", $name, id: .name),
        .text("Password", $password, id: .password, isPassword: true),
        .toggle("News", $news, id: .news),
      ]
    )
  }

  @discardableResult
  private func press(_ keys: Key...) -> Bool {
    keys.map { form.handle(.key($0)) }.allSatisfy { $0 != nil }
  }

  @Test func typedTextIsWrittenToTheFocusedBinding() {
    #expect(press("A", "n", "a", .left, .left, "n", .backspace, "m", .delete, .end, "i"))
    #expect(name == "Amai")
    #expect(form.handle(.paste("\nx\n")) == .edited(.name))
    #expect(name == "Amaix")
    #expect(password == "secret" && !news)
  }

  @Test(
    arguments: [
      ([.tab], .password), ([.down], .password), ([.enter], .password), ([.backTab], .news), ([.up], .news),
      ([.tab, .tab], .news), ([.tab, .tab, .tab], .name), ([.down, .down, .down], .name), ([.tab, .up], .name),
      ([.enter, .enter], .news),
    ] as [([Key], Field)]
  )
  func keysThatMoveTheFocus(keys: [Key], expected: Field) {
    #expect(keys.allSatisfy { if case .focused? = form.handle(.key($0)) { true } else { false } })
    #expect(focus == expected)
  }

  @Test func eachFieldIsEnteredAtItsEnd() {
    press("a", "b", .home, .tab, "!")
    #expect(password == "secret!")
    press(.home, "?", .tab, .backTab, ".", .backTab, "c")
    #expect(name == "abc" && password == "?secret!.")
  }

  @Test func theCursorStaysInATextThatAnotherWriterShortened() {
    press("a", "b", "c", "d", .left)
    name = "x"
    press("y")
    #expect(name == "xy")
  }

  @Test func spaceTogglesAField() {
    focus = .news
    #expect(form.handle(.key(" ")) == .edited(.news))
    #expect(news)
    press(" ")
    #expect(!news)
    #expect(!press("x") && !press(.left) && form.handle(.paste(" ")) == nil)
  }

  @Test func returnIsIgnoredInTheLastFieldAndInToggles() {
    let last = Form(focus: $focus, cursor: $cursor, [.text("Name", $name, id: Field.name)])
    #expect(last.handle(.key(.enter)) == nil)
    focus = .news
    #expect(!press(.enter))
    #expect(focus == .news)
  }

  @Test func otherEventsAreIgnored() {
    #expect(!press(.escape) && !press(.control("x")) && form.handle(.resize(.standard)) == nil)
    #expect(focus == .name && name == "")
  }

  @Test func withoutFocusOnlyFocusKeysAreHandled() {
    focus = nil
    #expect(!press("a") && !press(.enter) && form.handle(.paste("a")) == nil)
    #expect(press(.tab))
    #expect(focus == .name && name == "")
  }

  @Test func unchangedTextsAreNotWritten() {
    let text = RecordingText()
    let form = Form(focus: $focus, cursor: $cursor, [.text("Name", text.binding, id: Field.name)])
    #expect(form.handle(.key(.left)) == .unchanged && form.handle(.key(.backspace)) == .unchanged)
    #expect(text.writes == 0)
    #expect(form.handle(.key("a")) == .edited(.name))
    #expect(form.handle(.key(.left)) == .cursorMoved)
    #expect(text.writes == 1)
  }

  /// A text that counts its writes.
  final class RecordingText {
    @UIBindable private var model: Model
    var writes: Int { model.writes }
    var binding: UIBinding<String> { $model.text }

    init() {
      self.model = Model()
    }

    @Observable final class Model {
      var writes = 0
      @ObservationIgnored var stored = ""
      var text: String {
        get { stored }
        set {
          stored = newValue
          writes += 1
        }
      }
    }
  }
}
