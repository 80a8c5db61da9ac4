@_spi(Internals) import CounterpointSupport
import CaseKeyPaths

extension Optional where Wrapped: CasePathable {
  /// The payload of a case; `nil` for another case, or if there is no value.
  ///
  /// Edits are in place. Assigning `nil` makes the whole value `nil`. Editing the payload of another case changes
  /// nothing, and is reported as an issue at `location`.
  subscript<Member>(case keyPath: CaseKeyPath<Wrapped, Member>, at location: SourceLocation) -> Member? {
    get { flatMap(AnyCasePath(keyPath).extract) }
    _modify {
      let path = AnyCasePath(keyPath)
      var payload = flatMap(path.extract)
      let isInCase = payload != nil
      // Otherwise the value would share the payload's storage during the edit, and the edit would copy it.
      if isInCase { self = nil }
      // In a defer, because an edit that throws counts too.
      defer {
        if isInCase {
          self = payload.map(path.embed)
        } else if self != nil || payload != nil {
          reportUnrelatedCase(payload: Member.self, at: location)
        }
      }
      yield &payload
    }
  }

  private func reportUnrelatedCase<Member>(payload: Member.Type, at location: SourceLocation) {
    reportIssue(
      """
      Can't modify unrelated case: the payload '\(unqualifiedName(of: payload))' of a case of \
      '\(unqualifiedName(of: Wrapped.self))' was to be edited, but \
      \(map { "the value is in the case '\(caseName(of: $0))'" } ?? "there is no value"). Nothing was changed.

      Ask for the case first, as in 'if state.$destination[case: \\.edit] != nil', or assign a whole value to go over to \
      another case.
      """,
      at: location
    )
  }
}
