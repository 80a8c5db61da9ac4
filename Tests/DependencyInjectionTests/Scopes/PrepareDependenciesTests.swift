import CounterpointTestSupport
import DependencyInjection
import Testing

@Suite struct PrepareDependenciesTests {
  private var values: DependencyValues { DependencyValues._current }

  @Test func aPreparedValueIsTheDefault() {
    let result = prepareDependencies {
      $0.number = 10
      return "result"
    }
    #expect(result == "result")
    #expect(values.number == 10)
    withDependencies {
      $0.number = 11
    } operation: {
      #expect(values.number == 11)
    }
    #expect(values.number == 10)
  }

  @Test func eachTestPreparesForItself() {
    prepareDependencies { $0.number = 12 }
    #expect(values.number == 12)
  }

  @Test func inOneCallAValueMayBeSetSeveralTimes() {
    let reported = issues {
      prepareDependencies {
        $0.number = 10
        $0.number += 1
        $0.client.fetch = { "prepared" }
      }
    }
    #expect(reported.isEmpty)
    #expect(values.number == 11)
    #expect(values.client.fetch() == "prepared")
  }

  @Test func aSecondTimeIsReportedAndIgnored() throws {
    prepareDependencies { $0.number = 10 }
    let reported = issues { prepareDependencies { $0.number = 11 } }
    #expect(values.number == 10)
    #expect(reported.count == 1)
    let issue = try #require(reported.first)
    #expect(issue.fileID == "DependencyInjectionTests/Keys.swift")
    #expect(issue.message.contains("'\\.number'"))
    #expect(issue.message.contains("NumberKey"))
    #expect(issue.message.contains("Swift.Int"))
    #expect(issue.message.contains("withDependencies"))
  }

  @Test func aKeyIsNamedWhereAFunctionPreparesIt() throws {
    prepareDependencies { $0[NumberKey.self] = 10 }
    let reported = issues { prepareDependencies { $0[NumberKey.self] = 11 } }
    let issue = try #require(reported.first)
    #expect(issue.message.contains("The dependency 'NumberKey.self' was prepared"), "\(issue.message)")
  }

  @Test func afterAUseItIsReportedAndIgnored() {
    #expect(values.number == 3)
    let reported = issues { prepareDependencies { $0.number = 11 } }
    #expect(values.number == 3)
    #expect(reported.count == 1)
  }

  @Test func settingAMemberIsNotAUse() {
    withDependencies {
      $0.client.fetch = { "" }
    } operation: {
    }
    let reported = issues { prepareDependencies { $0.client.fetch = { "prepared" } } }
    #expect(reported.isEmpty)
    #expect(values.client.fetch() == "prepared")
  }

  @Test func inPreviewsAUseDoesNotMatterAndASecondTimeIsSilent() {
    withDependencies {
      $0 = .preview
    } operation: {
      #expect(values.number == 2)
      let reported = issues {
        prepareDependencies { $0.number = 10 }
        prepareDependencies { $0.number = 11 }
      }
      #expect(values.number == 10)
      #expect(reported.isEmpty)
    }
  }

  @Test func aPreparedContextHoldsForTheDefaults() {
    let reported = issues {
      prepareDependencies {
        $0.context = .live
        $0.optional = 9
      }
    }
    #expect(reported.isEmpty)
    #expect(values.context == .live)
    #expect(values.number == 1)
    #expect(values.optional == 9)
    #expect(issues { prepareDependencies { $0.context = .test } }.count == 1)
    #expect(values.context == .live)
  }

  @Test func aContextThatWasReadCanNotBePreparedAnyMore() {
    @Dependency(\.context) var context
    #expect(context == .test)
    #expect(issues { prepareDependencies { $0.context = .live } }.count == 1)
    #expect(context == .test)
  }

  @Test func anErrorIsRethrownAndKeepsTheOverrides() {
    struct Failure: Error {}
    #expect(throws: Failure.self) {
      try prepareDependencies {
        $0.number = 10
        throw Failure()
      }
    }
    #expect(values.number == 10)
  }
}
