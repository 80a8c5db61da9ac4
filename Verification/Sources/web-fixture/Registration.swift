import CounterpointCore
import CounterpointHTML
import CounterpointSessions
import Foundation

/// A program whose form has a field of each kind, for plays in browsers.
enum Registration {
  enum Plan: String, CaseIterable, Codable, FieldValue {
    case free, team, company
  }

  enum Seat: String, CaseIterable, Codable, FieldValue {
    case window, aisle
  }

  enum Pace: String, CaseIterable, Codable, FieldValue {
    case slow, fast
  }

  struct Row: Equatable, Identifiable, Sendable {
    let id: String
    var text = ""
  }

  struct State: Equatable, Sendable {
    /// At least two letters: checked while the user types.
    var name = ""
    /// Checked when the user leaves the field.
    var email = ""
    /// Checked when the form is sent.
    var about = ""
    /// The program writes it in capital letters.
    var code = ""
    var age: Int?
    var start: Date?
    var plan: Plan?
    /// Its list has no prompt.
    var seat: Seat?
    var pace = Pace.slow
    var wantsNews = false
    var topic = ""
    var hasSubmitted = false
    var rows = ["one", "two", "three"].map { Row(id: $0) }
    var registered: [String] = []

    var nameProblem: String? {
      name.isEmpty ? (hasSubmitted ? "Enter your name." : nil) : name.count < 2 ? "A name has two letters." : nil
    }
    var emailProblem: String? {
      email.isEmpty ? (hasSubmitted ? "Enter your address." : nil) : email.contains("@") ? nil : "An address has an @."
    }
    var aboutProblem: String? { hasSubmitted && about.isEmpty ? "Tell us something." : nil }
    var planProblem: String? { hasSubmitted && plan == nil ? "Choose a plan." : nil }
    var isValid: Bool {
      !name.isEmpty && !email.isEmpty && !about.isEmpty && plan != nil && nameProblem == nil && emailProblem == nil
    }
    /// All values in one line.
    var summary: String {
      let parts = [
        name, email, about.debugDescription, code, age.fieldText, start.fieldText, plan.fieldText, seat.fieldText,
        pace.fieldText, wantsNews.fieldText, topic,
      ]
      return parts.joined(separator: " | ")
    }
  }

  enum Action: Codable, Equatable, Sendable {
    case nameTyped(String), emailEntered(String), aboutEntered(String), codeTyped(String), topicTyped(String)
    case ageChanged(Int?), startChanged(Date?), planChosen(Plan?), seatChosen(Seat?), paceChosen(Pace), newsToggled(
      Bool
    )
    case rowTyped(String, String)
    case submit, reverse, clear
  }

  static func reduce(_ state: inout State, _ action: Action) {
    switch action {
    case .nameTyped(let text): state.name = text
    case .emailEntered(let text): state.email = text
    case .aboutEntered(let text): state.about = text
    case .codeTyped(let text): state.code = text.uppercased()
    case .topicTyped(let text): state.topic = text
    case .ageChanged(let age): state.age = age
    case .startChanged(let start): state.start = start
    case .planChosen(let plan): state.plan = plan
    case .seatChosen(let seat): state.seat = seat
    case .paceChosen(let pace): state.pace = pace
    case .newsToggled(let isOn): state.wantsNews = isOn
    case .rowTyped(let id, let text):
      for index in state.rows.indices where state.rows[index].id == id { state.rows[index].text = text }
    case .reverse: state.rows.reverse()
    case .clear: state = State(registered: state.registered)
    case .submit:
      state.hasSubmitted = true
      if state.isValid { state = State(registered: state.registered + [state.summary]) }
    }
  }
}

extension Registration {
  static let app = WebApp<State, Action>(
    title: "Registration",
    fields: fields,
    viewStore: { actor in
      Store(initialState: State(), isolation: actor) {
        Reduce<State, Action> { state, action in
          reduce(&state, action)
          return .none
        }
      }.view
    },
    screen: { state in
      html {
        Element(.main) {
          Element(.h1) { "Registration" }
          Element.form(submit: Action.submit, .id("registration")) { form(state) }
          Element(.h2) { "Rows" }
          for row in state.rows {
            Element(.div, key: row.id) { Element.field(row.id, .text(row.text), .id(row.id), .label("Row \(row.id)")) }
          }
          Element.button(Action.reverse, .id("reverse")) { "Reverse" }
          Element(.h2) { "Registered" }
          Element(.ol, .id("registered")) {
            for (index, line) in state.registered.enumerated() { Element(.li, key: "\(index)") { line } }
          }
          Element(.pre, .id("summary")) { state.summary }
        }
      }
    }
  )

  private static func fields(_ store: ViewStore<State, Action>) -> [WebField] {
    let fields = [
      WebField("name", store.binding(get: \.name, send: Action.nameTyped)),
      WebField("email", store.binding(get: \.email, send: Action.emailEntered)),
      WebField("about", store.binding(get: \.about, send: Action.aboutEntered)),
      WebField("code", store.binding(get: \.code, send: Action.codeTyped)),
      WebField("topic", store.binding(get: \.topic, send: Action.topicTyped)),
      WebField("age", store.binding(get: \.age, send: Action.ageChanged)),
      WebField("start", store.binding(get: \.start, send: Action.startChanged)),
      WebField("plan", store.binding(get: \.plan, send: Action.planChosen)),
      WebField("seat", store.binding(get: \.seat, send: Action.seatChosen)),
      WebField("pace", store.binding(get: \.pace, send: Action.paceChosen)),
      WebField("news", store.binding(get: \.wantsNews, send: Action.newsToggled)),
    ]
    let rows = store.state.rows.map { row in
      WebField(row.id, store.binding(get: { _ in row.text }, send: { .rowTyped(row.id, $0) }))
    }
    return fields + rows
  }

  @HTMLBuilder private static func form(_ state: State) -> [HTML] {
    Element.field("news", label: "Send me news", .checkbox(state.wantsNews))
    if state.wantsNews { Element.field("topic", label: "About", .text(state.topic)) }
    Element.field("name", label: "Name", .text(state.name, maxLength: 40), problem: state.nameProblem)
    Element.field("email", label: "Email", .text(state.email, .email), problem: state.emailProblem, sends: .onBlur)
    Element.field(
      "about",
      label: "About you",
      .textArea(state.about, maxLength: 200),
      hint: "Two lines are enough.",
      problem: state.aboutProblem,
      sends: .onSubmit
    )
    Element.field("code", label: "Code", .text(state.code), hint: "Letters become capital letters.")
    Element.field("age", label: "Age", .number(state.age, in: 18...120))
    Element.field("start", label: "Start", .date(state.start))
    Element.field(
      "plan",
      label: "Plan",
      .select(state.plan, Plan.allCases, prompt: "Choose…") { $0.rawValue.capitalized },
      problem: state.planProblem
    )
    Element.field("seat", label: "Seat", .select(state.seat, Seat.allCases) { $0.rawValue.capitalized })
    Element.field("pace", label: "Pace", .radioButtons(state.pace, Pace.allCases) { $0.rawValue.capitalized })
    Element.button(Action.clear, .id("clear")) { "Clear" }
    Element.button(Action.submit, .id("submit")) { "Register" }
  }
}
