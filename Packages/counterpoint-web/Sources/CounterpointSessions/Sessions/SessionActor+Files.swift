import CounterpointHTML

extension SessionActor {
  /// Returns the files that a field accepts, before they are read from a request.
  ///
  /// - Parameters:
  ///   - name: The name of the field.
  ///   - place: The address of the page that offers the field; `nil` if that page has a store of its own.
  /// - Throws: The reason why the field accepts no files, or ``Refusal/moving`` after the end.
  func fileRules(
    ofField name: String,
    at place: WebAddresses<ViewState, ViewAction>.Place?
  ) throws(Refusal) -> FileRules {
    try checkLease()
    let program = try open()
    refresh(program)
    visit(place, program)
    guard try writing(ofFiles: name, program) != nil else { throw .disabled }
    guard app.acceptsOnlyOfferedActions else { return FileRules() }
    guard case .files(let rules)? = program.rendered.constraint(ofField: name) else { throw .invalidValue }
    return rules
  }

  /// Returns the function that writes files into a field; `nil` if the field is read-only.
  ///
  /// - Throws: The reason why the page does not offer the field.
  func writing(ofFiles name: String, _ program: Program) throws(Refusal) -> (([UploadedFile]) -> Void)? {
    let field = app.fields(program.viewStore).first { $0.name == name }
    guard let field else { throw .unknownField }
    guard case .files(let write) = field.writing else { throw .invalidValue }
    let rendered = program.rendered
    return try checkOffer { rendered.availability(ofField: name, now: $0) } == .readOnly ? nil : write
  }
}
