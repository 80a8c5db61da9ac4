import CaseKeyPaths
import CounterpointCore
import Observation
import Testing

/// Bindings of values and objects, without a store.
@Suite struct UIBindingTests {
  struct User: Equatable {
    var name = ""
    var address: Address?
  }

  struct Address: Equatable {
    var city = ""
    var geo: Geo?
  }

  struct Geo: Equatable {
    var lat = 0
  }

  enum Outcome: Equatable, CasePathable {
    case success(Int)
    case failure(String)

    struct AllCasePaths: Sendable {
      var success: AnyCasePath<Outcome, Int> {
        AnyCasePath(embed: Outcome.success, extract: { if case .success(let value) = $0 { value } else { nil } })
      }
      var failure: AnyCasePath<Outcome, String> {
        AnyCasePath(embed: Outcome.failure, extract: { if case .failure(let value) = $0 { value } else { nil } })
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  @Observable final class Model {
    var name = ""
    var user = User()
  }

  @Test func aValueOfItsOwn() {
    @UIBinding var user = User()
    let copy = $user
    user.name = "Bach"
    #expect(copy.wrappedValue.name == "Bach")
    $user.name.wrappedValue = "Bax"
    #expect(user.name == "Bax")
    #expect(notifications(reading: { _ = copy.name.wrappedValue }, during: { user.name = "Bach" }) == 1)
    #expect(notifications(reading: { _ = copy.name.wrappedValue }, during: { user.name = "Bach" }) == 0)
  }

  @Test func aConstantStaysWhatItIs() {
    let binding = UIBinding.constant(1)
    binding.wrappedValue = 2
    #expect(binding.wrappedValue == 1)
  }

  @Test func propertiesOfAnObject() {
    @UIBindable var model = Model()
    $model.name.wrappedValue = "Bach"
    $model.user.name.wrappedValue = "Bax"
    #expect(model.name == "Bach")
    #expect(model.user.name == "Bax")
    #expect(notifications(reading: { _ = $model.name.wrappedValue }, during: { model.name = "" }) == 1)
  }

  @Test func anObjectIsNotRetained() {
    var model: Model? = Model()
    weak let released = model
    let name = UIBindable(model!).name
    model!.name = "Bach"
    #expect(name.wrappedValue == "Bach")
    model = nil
    #expect(released == nil)
    name.wrappedValue = "Bax"
    #expect(name.wrappedValue == "Bach")
  }

  @Test func aPropertyOfAnOptional() {
    @UIBinding var user = User()
    let city: UIBinding<String?> = $user.address.city
    #expect(city.wrappedValue == nil)
    city.wrappedValue = "Leipzig"
    #expect(user.address == nil)
    user.address = Address()
    city.wrappedValue = "Leipzig"
    #expect(user.address?.city == "Leipzig")
    #expect(city.wrappedValue == "Leipzig")
    city.wrappedValue = nil
    #expect(user.address == nil)
  }

  @Test func anOptionalPropertyOfAnOptional() {
    @UIBinding var user = User(address: Address(geo: Geo(lat: 51)))
    let lat: UIBinding<Int?> = $user.address.geo.lat
    #expect(lat.wrappedValue == 51)
    lat.wrappedValue = 52
    #expect(user.address?.geo?.lat == 52)
    lat.wrappedValue = nil
    #expect(user.address == Address())
  }

  @Test func aCaseOfAnEnum() throws {
    @UIBinding var outcome = Outcome.success(1)
    #expect($outcome.failure == nil)
    let success: UIBinding<Int> = try #require($outcome.success)
    success.wrappedValue = 2
    #expect(outcome == .success(2))
    #expect(success.wrappedValue == 2)
    outcome = .failure("no")
    #expect(success.wrappedValue == 2)
    success.wrappedValue = 3
    #expect(outcome == .failure("no"))
  }

  @Test func aCaseOfAnOptionalEnum() {
    @UIBinding var outcome: Outcome? = .failure("no")
    let success: UIBinding<Int?> = $outcome.success
    #expect(success.wrappedValue == nil)
    success.wrappedValue = nil
    success.wrappedValue = 1
    #expect(outcome == .failure("no"))
    outcome = .success(1)
    success.wrappedValue = 2
    #expect(outcome == .success(2))
    success.wrappedValue = nil
    #expect(outcome == nil)
  }

  @Test func identifiersTellWhereABindingLeads() {
    @UIBinding var user = User()
    @UIBinding var other = User()
    #expect(UIBindingIdentifier($user.name) == UIBindingIdentifier($user.name))
    #expect(UIBindingIdentifier($user.name) != UIBindingIdentifier($other.name))
    #expect(UIBindingIdentifier($user.address.city) == UIBindingIdentifier($user.address.city))
    #expect(UIBindingIdentifier($user.address.city) != UIBindingIdentifier($user.name))
    let model = Model()
    #expect(UIBindingIdentifier(UIBindable(model).name) == UIBindingIdentifier(UIBindable(model).name))
    #expect(UIBindingIdentifier(UIBindable(model).name) != UIBindingIdentifier(UIBindable(Model()).name))
  }
}
