import Counterpoint
import CounterpointHTML
import CounterpointSessions
import CounterpointSessionsTestSupport
import Foundation
import Testing

// The code of the guide "Build a form", to the letter.

@Reducer
struct Booking {
  enum Meal: String, CaseIterable, Codable {
    case soup, salad
  }

  enum Table: String, CaseIterable, Codable {
    case window, garden
  }

  @ObservableState
  struct State: Equatable {
    var email = ""
    var note = ""
    var seats = 2
    var day: Date?
    var meal: Meal?
    var table: Table?
    var wantsNews = false
    var hasTriedToBook = false
    var bookings: [String] = []

    var emailProblem: String? {
      if email.isEmpty { return hasTriedToBook ? "Enter your address." : nil }
      return email.contains("@") ? nil : "An address has an @."
    }

    var mealProblem: String? {
      hasTriedToBook && meal == nil ? "Choose a meal." : nil
    }
  }

  enum Action: Codable {
    case emailChanged(String)
    case noteChanged(String)
    case seatsChanged(Int)
    case dayChanged(Date?)
    case mealChanged(Meal?)
    case tableChanged(Table?)
    case newsToggled(Bool)
    case bookButtonClicked
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .emailChanged(let email): state.email = email
      case .noteChanged(let note): state.note = note
      case .seatsChanged(let seats): state.seats = seats
      case .dayChanged(let day): state.day = day
      case .mealChanged(let meal): state.meal = meal
      case .tableChanged(let table): state.table = table
      case .newsToggled(let wantsNews): state.wantsNews = wantsNews
      case .bookButtonClicked:
        state.hasTriedToBook = true
        guard state.emailProblem == nil, let meal = state.meal else { return .none }
        let table = state.table.map { ", \($0.rawValue)" } ?? ""
        let booking = "\(state.seats) × \(meal.rawValue) for \(state.email)\(table)"
        state = State(bookings: state.bookings + [booking])
      }
      return .none
    }
  }
}

extension Booking.Meal: FieldValue {}
extension Booking.Table: FieldValue {}

extension Booking.State {
  var form: Element {
    Element.form(submit: Booking.Action.bookButtonClicked) {
      Element.field("email", label: "Email", .text(email, .email), problem: emailProblem, sends: .onBlur)
      Element.field("seats", label: "Seats", .number(seats, in: 1...8), .required())
      Element.field("day", label: "Day", .date(day), hint: "We are closed on Mondays.")
      Element.field(
        "meal",
        label: "Meal",
        .radioButtons(meal, Booking.Meal.allCases) { $0.rawValue.capitalized },
        problem: mealProblem
      )
      Element.field(
        "table",
        label: "Table",
        .select(table, Booking.Table.allCases, prompt: "Any table") { $0.rawValue.capitalized }
      )
      Element.field("note", label: "Note", .textArea(note, maxLength: 500), sends: .onSubmit)
      Element.field("news", label: "Send me the menu", .checkbox(wantsNews))
      Element.button(Booking.Action.bookButtonClicked) { "Book" }
    }
  }
}

func bookings() -> WebApp<Booking.State, Booking.Action> {
  WebApp(
    title: "Bookings",
    fields: { store in
      [
        WebField("email", store.binding(get: \.email, send: Booking.Action.emailChanged)),
        WebField("seats", store.binding(get: \.seats, send: Booking.Action.seatsChanged)),
        WebField("day", store.binding(get: \.day, send: Booking.Action.dayChanged)),
        WebField("meal", store.binding(get: \.meal, send: Booking.Action.mealChanged)),
        WebField("table", store.binding(get: \.table, send: Booking.Action.tableChanged)),
        WebField("note", store.binding(get: \.note, send: Booking.Action.noteChanged)),
        WebField("news", store.binding(get: \.wantsNews, send: Booking.Action.newsToggled)),
      ]
    },
    viewStore: { actor in Store(initialState: Booking.State(), isolation: actor) { Booking() }.view },
    screen: { state in
      html {
        Element(.h1) { "Book a table" }
        state.form
        Element(.ul) {
          for booking in state.bookings { Element(.li) { booking } }
        }
      }
    }
  )
}

@Test(arguments: [true, false])
func aTableIsBooked(hasScript: Bool) async throws {
  let visitor = TestVisitor(WebSite(bookings(), clock: TestClock()), hasScript: hasScript)
  try await visitor.open()
  try await visitor.type("blob@example.org", into: "email")
  try await visitor.type("4", into: "seats")
  #expect(await problem("meal", visitor) == "")
  try await visitor.click("Book")
  #expect(await problem("meal", visitor) == "Choose a meal.")

  try await visitor.choose("Soup", in: "meal")
  try await visitor.choose("Garden", in: "table")
  try await visitor.check("news")
  try await visitor.pressEnter(in: "email")
  #expect(await visitor.text.contains("4 × soup for blob@example.org, garden"))
}

func problem(_ name: String, _ visitor: TestVisitor<Booking.State, Booking.Action>) async -> String? {
  await visitor.page.element(id: "field-\(name)-problem")?.text
}
