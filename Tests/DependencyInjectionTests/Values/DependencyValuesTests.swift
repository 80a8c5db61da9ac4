import DependencyInjection
import Testing

@Suite struct DependencyValuesTests {
  @Test func nilIsAnOverrideOfAnOptionalDependency() {
    #expect(DependencyValues._current.optional == 3)
    withDependencies {
      $0.optional = nil
    } operation: {
      @Dependency(\.optional) var optional
      #expect(optional == nil)
    }
  }

  @Test func changingACopyLeavesTheOriginal() {
    var original = DependencyValues()
    original.number = 10
    var copy = original
    copy.number = 11
    copy.optional = 1
    copy.context = .live
    #expect(original.number == 10)
    #expect(original.optional == 3)
    #expect(original.context == .test)
    #expect(copy.number == 11)
  }

  @Test func theContextsHaveValuesOfTheirOwn() {
    #expect(DependencyValues.live.context == .live)
    #expect(DependencyValues.preview.context == .preview)
    #expect(DependencyValues.test.context == .test)
    #expect(DependencyValues().context == .test)
  }

  @Test func aValueIsOnePointer() {
    #expect(MemoryLayout<DependencyValues>.size == MemoryLayout<Int>.size)
  }

  @Test func aPathMayGoIntoTheValue() {
    withDependencies {
      $0.client.fetch = { "part" }
    } operation: {
      @Dependency(\.client.fetch) var fetch
      #expect(fetch() == "part")
    }
  }
}
