import Board
import Counterpoint
public import CounterpointHTML
import CounterpointSessions

extension BoardPage.State {
  /// The page: a pure value. O(rows of the page), and O(cards) during a search.
  public var html: [HTML] {
    let board = board.current
    return CounterpointHTML.html {
      Element(.header, key: "header") {
        Element(.h1) { Element.link(to: .board(search: nil), in: BoardRoute.routes) { "Board" } }
        presence
      }
      Element(.main, key: "main") {
        if missingCard != nil {
          Element(.article, key: "missing") {
            backLink
            missing
          }
        } else if let editor {
          cardPage(of: editor, on: board)
        } else {
          tools(adding: board.columns[0].id)
        }
        if let selection, let card = board[selection] { mover(of: card) }
        Element(.div, .class("status"), key: "status") {
          // Always present, because assistive technology announces only changes inside a live region.
          Element(.p, .id("message"), .role("status")) { missingCard == nil ? message : "" }
          // When the buttons of a move disappear, the focus would be lost with them.
          if canUndo { button(.undoButtonClicked, .autofocus(selection == nil)) { "Undo" } }
        }
        if editor == nil, missingCard == nil {
          columns(of: board)
        }
      }
    }
  }

  /// The members with their avatars and names.
  private var presence: Element {
    Element(.ul, .id("members"), .label("Present visitors")) {
      for member in members {
        Element(.li, key: "\(member.id)") {
          avatar(of: member)
          Element(.span) { member.id == me ? "\(member.name) (you)" : member.name }
        }
      }
    }
  }

  private func avatar(of member: Member) -> Element {
    Element(.span, .class("avatar \(member.color.rawValue)"), .aria("hidden", "true")) { member.initials }
  }

  /// The forms above the columns.
  private func tools(adding column: Column.ID) -> Element {
    Element(.div, .class("tools"), key: "tools") {
      Element.form(submit: BoardPage.Action.addButtonClicked(column), key: "add") {
        Element.field("new", label: "New card", .text(newTitle, maxLength: BoardFeature.Limit.title))
        button(.addButtonClicked(column)) { "Add" }
      }
      Element.form(submit: BoardPage.Action.searchButtonClicked, key: "search") {
        Element.field("search", label: "Search", .text(search, .search, maxLength: BoardFeature.Limit.search))
        button(.searchButtonClicked) { "Search" }
      }
      Element.form(submit: BoardPage.Action.nameButtonClicked, key: "name") {
        Element.field("name", label: "Your name", .text(name, maxLength: BoardFeature.Limit.name), sends: .onBlur)
        button(.nameButtonClicked) { "Rename" }
      }
    }
  }

  /// The columns. Cards can be dragged while all are shown: the places between found cards are not those of the board.
  private func columns(of board: CardBoard) -> Element {
    let columns = Element(.div, .id("columns"), .class("columns"), key: "columns") {
      for column in board.columns { section(of: column) }
    }
    return search.isEmpty ? columns.hook("cards", data: true, sends: CardDrop.event) : columns
  }

  /// A column. A search has lists of its own, which begin at their first rows.
  private func section(of column: Column) -> Element {
    let found = search.isEmpty ? nil : column.cards(matching: search)
    let count = found?.count ?? column.cards.count
    let name = search.isEmpty ? column.id : "\(column.id)-found"
    return Element(.section, .labelled(by: "\(column.id)-title"), key: column.id) {
      Element(.h2, .id("\(column.id)-title")) { "\(column.title) (\(count))" }
      Element.lazyList(name, count: count, rowHeight: 56, label: column.title, pageSize: 20, .id(column.id)) { range in
        for index in range { row(of: found?[index] ?? column.cards[index]) }
      }
    }
  }

  private func row(of card: Card) -> Element {
    let isSelected = selection == card.id
    return Element(.li, .class(isSelected ? "card selected" : "card"), .data("id", "\(card.id)"), key: "\(card.id)") {
      Element.link(to: .card(card.id), in: BoardRoute.routes) { card.title }
      for member in members where member.card == card.id && member.id != me {
        Element(.span, .class("here"), key: "\(member.id)") {
          avatar(of: member)
          Element(.span, .class("hidden-text")) { "\(member.name) is here" }
        }
      }
      button(.select(isSelected ? nil : card.id), .label("Move \(card.title)"), .aria("pressed", "\(isSelected)")) {
        "Move"
      }
    }
  }

  /// The buttons that move the selected card. They are outside of the columns, so the focus stays on a button while
  /// the card moves.
  private func mover(of card: Card) -> Element {
    Element(
      .div,
      .class("mover"),
      .role("group"),
      .labelled(by: "mover-title"),
      .on(.escape, BoardPage.Action.select(nil)),
      key: "mover-\(card.id)"
    ) {
      Element(.span, .id("mover-title")) { "Move “\(card.title)”" }
      button(.move(card.id, .left), .label("Left"), .autofocus(editor == nil)) { "←" }
      button(.move(card.id, .up), .label("Up")) { "↑" }
      button(.move(card.id, .down), .label("Down")) { "↓" }
      button(.move(card.id, .right), .label("Right")) { "→" }
      if editor == nil { button(.select(nil)) { "Done" } }
    }
  }

  private var backLink: Element {
    Element(.p) {
      Element.link(to: .board(search: search.isEmpty ? nil : search), in: BoardRoute.routes) { "Back to the board" }
    }
  }

  private var missing: Element {
    Element(.p, .role("alert"), key: "missing") { "This card no longer exists." }
  }

  /// The page of a card.
  private func cardPage(of editor: CardEditor, on board: CardBoard) -> Element {
    let id = editor.original.id
    let place = board.place(of: id)
    return Element(.article, .labelled(by: "card-title"), key: "card-\(id)") {
      backLink
      Element(.h2, .id("card-title")) { board[id]?.title ?? editor.original.title }
      if let place {
        Element(.p, .id("place"), key: "place") { "In “\(board.columns[id: place.column]?.title ?? "")”" }
      } else {
        missing
      }
      Element(.ul, .id("readers"), .label("Others on this card")) {
        for member in members where member.card == id && member.id != me {
          Element(.li, key: "\(member.id)") {
            avatar(of: member)
            Element(.span) { "\(member.name) is here" }
          }
        }
      }
      Element.form(submit: BoardPage.Action.saveButtonClicked) {
        Element.field(
          "title",
          label: "Title",
          .text(title, maxLength: BoardFeature.Limit.title),
          problem: editor.titleProblem
        )
        Element.field("notes", label: "Notes", .textArea(notes, rows: 6, maxLength: BoardFeature.Limit.notes))
        button(.saveButtonClicked) { "Save" }
      }
      if place != nil { button(.deleteButtonClicked(id)) { "Delete the card" } }
    }
  }

  private func button(
    _ action: BoardPage.Action,
    _ attributes: Attribute...,
    @HTMLBuilder title: () -> [HTML]
  ) -> Element {
    Element.button(action, list: attributes, content: title)
  }
}
