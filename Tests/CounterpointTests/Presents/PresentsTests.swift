import Counterpoint
import Foundation
import Testing

/// Properties with `@Presents`.
@MainActor
@Suite struct PresentsTests {
  private var presenting: Presenter {
    Presenter(item: Item(id: 1))
  }

  // MARK: Notifications

  @Test func comingGoingAndReplaced() {
    #expect(told(Presenter(), reading: { _ = $0.item }, during: { $0.item = Item(id: 1) }) == 1)
    #expect(told(presenting, reading: { _ = $0.item }, during: { $0.item = nil }) == 1)
    #expect(told(presenting, reading: { _ = $0.item }, during: { $0.item = Item(id: 1) }) == 1)
    #expect(told(presenting, reading: { _ = $0.item }, during: { $0.item = $0.item }) == 0)
    #expect(told(presenting, reading: { _ = $0.item }, during: { $0.count += 1 }) == 0)
  }

  @Test func theProjection() {
    #expect(told(presenting, reading: { _ = $0.$item }, during: { $0.item = nil }) == 1)
    #expect(told(presenting, reading: { _ = $0.item }, during: { $0.$item.wrappedValue = nil }) == 1)
    #expect(told(presenting, reading: { _ = $0.$item }, during: { $0.$item = Presenter().$item }) == 1)
    #expect(told(presenting, reading: { _ = $0.$item }, during: { $0.item?.n += 1 }) == 0)
    #expect(told(presenting, reading: { _ = $0.item }, during: { $0.$item.wrappedValue?.n += 1 }) == 0)
  }

  @Test func editsInPlaceAreTheChilds() {
    #expect(told(presenting, reading: { _ = $0.item }, during: { $0.item?.n += 1 }) == 0)
    #expect(told(presenting, reading: { _ = $0.item?.n }, during: { $0.item?.n += 1 }) == 1)
    #expect(told(presenting, reading: { _ = $0.item?.n }, during: { $0.item?.title = "X" }) == 0)
  }

  @Test func whatIsNotObservableState() {
    var presenter = Presenter()
    presenter.number = 1
    #expect(told(presenter, reading: { _ = $0.number }, during: { $0.number = 1 }) == 0)
    #expect(told(presenter, reading: { _ = $0.number }, during: { $0.number? += 1 }) == 1)
  }

  @Test func aCaseOfADestination() {
    let presenter = Presenter(destination: .edit(Item(id: 1)))
    let edit = { (state: inout Presenter) -> Void in
      state.$destination[case: \.edit]?.n = 5
    }
    #expect(told(presenter, reading: { _ = $0.destination }, during: edit) == 0)
    #expect(told(presenter, reading: { _ = $0.$destination.edit?.n }, during: edit) == 1)
    #expect(told(presenter, reading: { _ = $0.destination }, during: { $0.destination = .message }) == 1)
  }

  // MARK: What stays as it was

  @Test func memberwiseInitialisers() {
    let make: (Int, Item?, Int?, Presenter.Destination?) -> Presenter =
      Presenter.init(count:item:number:destination:)
    #expect(make(1, Item(id: 2), nil, nil) == Presenter(count: 1, item: Item(id: 2)))
    #expect(Presenter().item == nil)
    #expect(Preset().item == Item(id: 7))
    #expect(Preset(item: nil).item == nil)
  }

  @Test func equality() {
    var edited = presenting
    #expect(edited == presenting)
    edited.item?.n = 1
    #expect(edited != presenting)
  }

  @Test func coding() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(String(decoding: try encoder.encode(Preset()), as: UTF8.self) == #"{"item":{"id":7,"n":0,"title":""}}"#)
    #expect(String(decoding: try encoder.encode(Preset(item: nil)), as: UTF8.self) == "{}")
    let decoded = try JSONDecoder().decode(Preset.self, from: Data(#"{"item":{"id":1,"n":2,"title":""}}"#.utf8))
    #expect(decoded.item == Item(id: 1, n: 2))
    #expect(try JSONDecoder().decode(Preset.self, from: Data("{}".utf8)).item == nil)
    #expect(try JSONDecoder().decode(Preset.self, from: Data(#"{"item":null}"#.utf8)).item == nil)
  }

  @Test func whereItIsStored() {
    #expect(fields(of: Presenter.self).contains(\.$item))
    #expect(!fields(of: Presenter.self).contains(\.item))
  }
}

@ObservableState
private struct Presenter: Equatable {
  var count = 0
  @Presents var item: Item?
  @Presents var number: Int?
  @Presents var destination: Destination?

  @CasePathable
  @ObservableState
  fileprivate enum Destination: Equatable {
    case edit(Item), message
  }
}

@ObservableState
private struct Preset: Codable {
  @Presents var item: Item? = Item(id: 7)
}
