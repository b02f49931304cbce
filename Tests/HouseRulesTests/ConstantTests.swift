import Testing

/// A constant of Apple's headers stands in one place: in a C header, where the importer gives it the type that programs expect,
/// else in Swift.
@Suite struct ConstantTests {
    /// Older names of cases of an enumeration, whose C names are the same.
    private static let oldNames: Set<String> = [
        "kMIDINoteAttributeManufacturerSpecific", "kMIDINoteAttributeNone", "kMIDINoteAttributePitch",
        "kMIDINoteAttributeProfileSpecific",
    ]

    @Test func everyConstantHasOneHome() {
        var homes: [String: [String]] = [:]
        for file in House.files where file.isIn("Sources/Frameworks") || file.isIn("Sources/Shims") {
            let declaration =
                file.path.hasSuffix(".swift")
                ? #/(?m)^public (?:var|let) (k[A-Z]\w+):/# : #/(?m)^    (k[A-Z]\w+)[^=\n,;]*=/#
            for name in file.text.matches(of: declaration).map({ String($0.1) }) {
                homes[name, default: []].append(file.path)
            }
        }
        #expect(homes.count > 2_000)
        for (name, paths) in homes where paths.count > 1 && !Self.oldNames.contains(name) {
            Issue.record("\(name) stands in \(paths.joined(separator: " and in "))")
        }
    }
}
