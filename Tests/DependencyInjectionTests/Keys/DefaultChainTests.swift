import CounterpointTestSupport
import DependencyInjection
import Testing

/// The value that a key returns in each context.
@Suite struct DefaultChainTests {
  enum PreviewKey: DependencyKey {
    static let liveValue = "live"
    static let previewValue = "preview"
  }

  enum PreviewAndTestKey: TestDependencyKey {
    static let previewValue = "preview"
    static let testValue = "test"
  }

  private func inContexts<Value>(_ read: (DependencyValues) -> Value) -> [Value] {
    [.live, .preview, .test].map(read)
  }

  @Test func eachContextHasItsValue() {
    #expect(inContexts { $0[NumberKey.self] } == [1, 2, 3])
  }

  @Test func previewsAreLiveUnlessTheKeySaysOtherwise() {
    #expect(DependencyValues.preview[LiveOnly.self] == .liveValue)
  }

  @Test func previewsOfAKeyWithoutALiveValueAreTheTests() {
    #expect(DependencyValues.preview[TestOnlyKey.self] == "test")
    #expect(DependencyValues.preview[PreviewAndTestKey.self] == "preview")
  }

  @Test func aMissingTestValueIsReportedAndReplacedByThePreviewValue() {
    var values: [String] = []
    let reported = issues { values.append(DependencyValues.test[PreviewKey.self]) }
    #expect(values == ["preview"])
    #expect(reported.count == 1)
  }

  @Test func aMissingLiveValueIsReportedAndReplacedByTheTestValue() {
    var values: [String] = []
    let reported = issues { values.append(DependencyValues.live[PreviewAndTestKey.self]) }
    #expect(values == ["test"])
    #expect(reported.count == 1)
  }

  @Test func inATestTheContextIsTest() {
    @Dependency(\.context) var context
    @Dependency(\.number) var number
    #expect(context == .test)
    #expect(number == 3)
  }

  @Test func anOverriddenContextHoldsForAllDefaultsAndInside() {
    withDependencies {
      $0.context = .live
    } operation: {
      @Dependency(\.context) var context
      @Dependency(\.number) var number
      @Dependency(NumberKey.self) var sameNumber
      #expect(context == .live)
      #expect(number == 1)
      #expect(sameNumber == 1)
    }
    #expect(DependencyValues._current.number == 3)
  }
}
