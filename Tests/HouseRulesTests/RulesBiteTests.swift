import Testing

/// A rule that never finds anything proves nothing: each is shown what it must find and what it must let pass.
@Suite struct FileRulesBiteTests {
    @Test func aLongFileIsFoundUnlessItsFirstLineExplains() {
        let long = String(repeating: "let x = 1\n", count: 501)
        #expect(FileRules.length(SourceFile(path: "Sources/A.swift", text: long)).count == 1)
        #expect(FileRules.length(SourceFile(path: "Sources/A.swift", text: "// A table of codes.\n" + long)).isEmpty)
        #expect(FileRules.length(SourceFile(path: "Sources/A.swift", text: "// Codes.\n" + long)).count == 1)
        let limit = String(repeating: "let x = 1\n", count: 500)
        #expect(FileRules.length(SourceFile(path: "Sources/A.swift", text: limit)).isEmpty)
    }

    @Test(arguments: [
        "Sources/Rooms/X/Utils.swift", "Sources/Rooms/X/StringHelpers.swift", "Sources/Rooms/Common/A.swift",
        "Sources/Rooms/X/SessionManager.swift", "Sources/Rooms/X/Session+Helper.swift", "Sources/Rooms/New/A.swift",
    ])
    func aNameWithoutAThingIsFound(_ path: String) { #expect(FileRules.name(path).count == 1) }

    @Test(arguments: [
        "Sources/Rooms/X/NewestFirst.swift", "Sources/Rooms/X/Commonality.swift", "Sources/Rooms/X/EQ.swift",
    ])
    func aNameThatNamesAThingPasses(_ path: String) { #expect(FileRules.name(path).isEmpty) }

    @Test func aStatusThatMustBeReadIsFound() {
        func found(_ text: String) -> Int {
            ImportedCallRules.statuses(SourceFile(path: "Sources/Frameworks/X/A.swift", text: text)).count
        }
        #expect(found("public func AudioFileClose(\n    _ file: AudioFileID\n) -> OSStatus {\n}") == 1)
        #expect(found("@discardableResult\npublic func AudioFileClose(_ file: AudioFileID) -> OSStatus {}") == 0)
        #expect(found("public func take(_ call: () -> OSStatus) {}\nfunc inner() -> OSStatus { 0 }") == 0)
    }

    @Test func aTestThatExpectsNothingIsFound() {
        let helpers = "func holds(_ a: Int) {\n    #expect(a == 1)\n}\nfunc start() { holds(2) }\n"
        let package = SourceFile(path: "Sources/Rooms/X/A.swift", text: "func start() {}")
        func found(_ body: String) -> Int {
            let text = helpers + "@Test(arguments: [1]) func a(_ b: Int) throws {\n\(body)\n}"
            return TestRules.expectNothing([package, SourceFile(path: "Tests/XTests/A.swift", text: text)]).count
        }
        #expect(found("let c = b + 1\n_ = try read(c)") == 1)
        #expect(found("engine.start()\n// #expect(b == 1)") == 1)
        #expect(found("#expect(b == 1)") == 0 && found("holds(b)") == 0 && found("start()") == 0)
    }

    @Test(arguments: [1, 20]) func aShortLimitOfTimeIsFound(minutes: Int) {
        let file = SourceFile(path: "Tests/X/A.swift", text: "@Test(.timeLimit(.minutes(\(minutes)))) func a() {}")
        #expect(TestRules.limitTime(file).isEmpty == (minutes == 20))
    }

    @Test func aLoopThatWaitsForAStrangerIsFound() {
        func found(_ text: String, _ path: String = "Sources/Rooms/SordinoPipeWire/A.swift") -> Int {
            LoopRules.waits(SourceFile(path: path, text: text), own: ["SordinoPipeWire": ["open"]]).count
        }
        #expect(found("guard let file = fopen(path, \"re\") else { return nil }") == 1)
        #expect(found("let file = Glibc.open(path, O_RDONLY)\nwaitpid(child, nil, 0)") == 2)
        #expect(found("SmallFile.replace(path, with: bytes)") == 1)
        #expect(found("life.open(description)\nfunc open() {}\nlet open = 1 // fopen(a)") == 0)
        #expect(found("fopen(path, \"re\")", "Sources/Rooms/SordinoMedia/A.swift") == 0)
    }

    @Test(arguments: [
        (#"say("\(count) lines hold")"#, 1), (#"say("\(rows.count) more songs.")"#, 1),
        (#"say(page.count + " songs");"#, 1), (#"say(offers.length + " programs ask")"#, 1),
        (#"say(counted(count, "line"))"#, 0), (#"say("at most \(Self.mostCount) lines")"#, 0),
        (#"say("\(count) has come")"#, 0), (#"// "\(count) lines hold""#, 0), (#"say("of \(count) in all")"#, 0),
    ])
    func aPluralForOneIsFound(_ text: String, count: Int) {
        let path = "Sources/Rooms/SordinoConsole/A.swift"
        #expect(CountRules.plurals(SourceFile(path: path, text: text)).count == count)
        #expect(CountRules.plurals(SourceFile(path: "Tests/A.swift", text: text)).isEmpty)
    }

    @Test(arguments: [
        "let a = try! read()", "fatalError(\"no\")", "let b = c as! Int", "print(1)", "func f() { print(\"x\") }",
    ])
    func aForbiddenWordIsFoundInARoom(_ text: String) {
        #expect(FileRules.forbiddenWords(SourceFile(path: "Sources/Rooms/X/A.swift", text: text)).count == 1)
    }

    @Test(arguments: [
        "// try! and fatalError( and print( in a comment", "let s = \"print(1) try! fatalError()\"",
        "let a = try? read()",
        "let a = b as? Int", "printer.print(1)", "func print() {}", "let s = #\"as! \"# + \"\"\"\n fatalError(\n\"\"\"",
    ])
    func aForbiddenWordThatIsNotCodePasses(_ text: String) {
        #expect(FileRules.forbiddenWords(SourceFile(path: "Sources/Rooms/X/A.swift", text: text)).isEmpty)
    }

    @Test func aFrameworkHoldsNoLockWhileItWaitsForALine() {
        let text = "while let line = readLine() { take(line) }"
        #expect(FileRules.forbiddenWords(SourceFile(path: "Sources/Frameworks/A/A.swift", text: text)).count == 1)
        #expect(FileRules.forbiddenWords(SourceFile(path: "Sources/Commands/a/main.swift", text: text)).isEmpty)
    }

    @Test func commandsMayPrintAndTestsMayForce() {
        #expect(FileRules.forbiddenWords(SourceFile(path: "Sources/Commands/a/main.swift", text: "print(1)")).isEmpty)
        #expect(FileRules.forbiddenWords(SourceFile(path: "Tests/ATests/A.swift", text: "try! a()")).isEmpty)
    }

    @Test func whatIsLeftOverIsFoundOnItsLine() {
        let file = SourceFile(
            path: "Sources/A.swift", text: "let a = 1\n// TO" + "DO: more\nlet path = \"/ho" + "me/me\"")
        #expect(FileRules.leftovers(file).map(\.line) == [2, 3])
    }
}

@Suite struct RealtimeRulesBiteTests {
    private func found(_ text: String) -> [Violation] {
        RealtimeRules.marks(SourceFile(path: "Sources/Rooms/X/A+Realtime.swift", text: text))
    }

    @Test(arguments: [
        "func a() {}",
        "@_noLocks package func a() {}",
        "@_noAllocation\npackage mutating func a() {}",
        "@_noAllocation @_noLocks func a() {}\nfunc b() {}",
        "@inlinable public static func a<T>(_ t: T) {}",
        "var a: Int { b + 1 }",
        "var a: Int {\n    get { b }\n}",
        "var a: Int {\n    @_noAllocation @_noLocks get { b }\n    set { b = newValue }\n}",
        "var a: Int\n{\n    b\n}",
        "subscript(i: Int) -> Int { i }",
        "var a = 0 { didSet { b() } }".replacing("= 0 ", with: ": Int "),
    ])
    func unmarkedCodeIsFound(_ text: String) { #expect(found(text).count == 1, "\(found(text))") }

    @Test(arguments: [
        "@_noAllocation @_noLocks func a() {}",
        "@_noLocks\n@_noAllocation\npackage mutating func a() {}",
        "@_noAllocation @_noLocks @inlinable\npublic init(a: Int) { self.a = a }",
        "@_noAllocation @_noLocks @inline(__always) package static func a() {}",
        "var a: Int = 0\nlet b = 1\nvar c: (Int, Int)\nvar d = [1, 2]",
        "var a: Int { @_noAllocation @_noLocks get { b } }",
        "var a: Int {\n    @_noAllocation @_noLocks get { b }\n    @_noAllocation @_noLocks set { b = newValue }\n}",
        "@_noAllocation @_noLocks subscript(i: Int) -> Int { i }",
        "protocol P { var a: Int { get set } }",
        "let a = B.init(c: 1)",
        "package init(a: Int) { self.a = a }",
        "// func a() {}",
    ])
    func markedCodeAndStoredPropertiesPass(_ text: String) { #expect(found(text).isEmpty, "\(found(text))") }

    @Test func ordinaryFilesAreLeftAlone() {
        #expect(RealtimeRules.marks(SourceFile(path: "Sources/Rooms/X/A.swift", text: "func a() {}")).isEmpty)
    }

    @Test func aBlockingImportIsFound() {
        let text = "import Foundation\nimport SordinoRealtime\n@_exported import Dispatch\nimport func Glibc.malloc"
        let file = SourceFile(path: "Sources/Rooms/X/A+Realtime.swift", text: text)
        #expect(RealtimeRules.imports(file).map(\.line) == [1, 3, 4])
        #expect(RealtimeRules.imports(SourceFile(path: "Sources/Rooms/X/A.swift", text: text)).isEmpty)
    }

    @Test func aHoleOutsideItsFilesIsFound() {
        let text = "func a() { _unsafePerformance { b() } }"
        #expect(RealtimeRules.holes(SourceFile(path: "Sources/Rooms/X/A+Realtime.swift", text: text)).count == 1)
        for name in RealtimeRules.unsafePerformanceFiles {
            #expect(RealtimeRules.holes(SourceFile(path: "Sources/Rooms/X/\(name)", text: text)).isEmpty)
        }
    }
}

@Suite struct RenderUseRulesBiteTests {
    private func found(_ text: String) -> [Violation] {
        let marked = SourceFile(path: "Sources/Rooms/X/A+Realtime.swift", text: "func runA() {}\nfunc renderA() {}")
        let file = SourceFile(path: "Sources/Rooms/X/A.swift", text: text)
        return RenderUseRules.unchecked(file, RenderUseRules.checked([marked, file]))
    }

    @Test(arguments: [
        "let a = ClientBlock(context: b) { context, exchange in 0 }",
        "let a = ClientBlock(context: b, call: { context, exchange in 0 })",
        "let a = ClientBlock(context: b, call: other)",
        "func other() {}\nlet a = StepRecipe(run: other, state: b, owner: c)",
        "let a = StepRecipe(\n    run: runA, state: b, owner: c, demand: other)",
        "let a = open(StreamRenderer(context: b(c), render: other))",
        "package var block: UnitRenderBlock {\n    let own = self\n    return { _, time in own.draw(time) }\n}",
        "func make(_ a: Int) -> AURenderBlock { { a, b in other(a) } }",
        "unit.outputProvider = { a, b in pull(a) }",
        "var block: AUScheduleParameterBlock? {\n    let own = unit\n    return { own.prepare($2) }\n}",
        "var block: AUScheduleParameterBlock {\n    { if let a = unit as? Mixer { renderA(a) } }\n}",
        "public func MusicDeviceMIDIEvent(_ a: UInt8) -> OSStatus {\n    let bytes = [a, 1]\n    return other(bytes)\n}",
        "public func AudioUnitRender(_ a: Int) -> OSStatus { unit(a).render(a) }".replacing("unit(a)", with: "unit"),
    ])
    func codeThatIsUsedOnTheAudioThreadIsFound(_ text: String) { #expect(found(text).count == 1, "\(found(text))") }

    @Test(arguments: [
        "let a = ClientBlock(context: b, call: runA)",
        "let a = StepRecipe(run: runA, state: b, owner: c, demand: nil)",
        "let a = StepRecipe(run: rendering.run, state: b, owner: c)",
        "struct ClientBlock {\n    init(context: Raw, call: @escaping Call) {}\n}",
        "package var block: UnitRenderBlock {\n    let own = held()\n    return { renderA(own.pointer, $0) }\n}",
        "var block: RenderBlock {\n    { a, b in ClientPull.lend(a, to: b) { renderA(UInt32(a), b) } }\n}",
        "unit.outputProvider = { renderA(calls.state, $0) }",
        "var provider: PullBlock? {\n    didSet { held.take(provider) }\n}",
        "public func AudioUnitRender(_ a: Int) -> OSStatus { renderA(Unit.of(a)) }",
        "public func MusicDeviceMIDIEvent(_ a: UInt8) -> OSStatus { other((a, 1)) }",
    ])
    func checkedCodePasses(_ text: String) { #expect(found(text).isEmpty, "\(found(text))") }
}

@Suite struct ImportRulesBiteTests {
    private let map = RoomMap(
        manifest: """
            let map = \"\"\"
                # The lowest floor.
                -1 shim      CBase
                 1 room      SordinoPolicy tested: CBase
                 2 room      Upper tested linked=m: \\
                    SordinoPolicy

                 3 framework Face path=Sources/Frameworks/Other: Upper
                \"\"\"
            targets.append(.testTarget(path: "Tests/X"))
            """)

    @Test func theTableIsRead() {
        #expect(map.rows.map(\.name) == ["CBase", "SordinoPolicy", "Upper", "Face"])
        #expect(map.rows.map(\.floor) == [-1, 1, 2, 3])
        #expect(map.rows.map(\.uses) == [[], ["CBase"], ["SordinoPolicy"], ["Upper"]])
        #expect(map.rows.map(\.path).suffix(2) == ["Sources/Rooms/Upper", "Sources/Frameworks/Other"])
        #expect(map.closure(of: "Upper") == ["Upper", "SordinoPolicy", "CBase"])
    }

    @Test func anArrowThatTheMapDoesNotNameIsFound() {
        let skipping = SourceFile(path: "Sources/Rooms/Upper/A.swift", text: "import SordinoPolicy\nimport CBase")
        #expect(ImportRules.arrows(skipping, map).map(\.line) == [2])
        let upward = SourceFile(path: "Sources/Rooms/SordinoPolicy/A.swift", text: "package import Upper")
        #expect(ImportRules.arrows(upward, map).count == 1)
        let exported = SourceFile(path: "Sources/Frameworks/Other/A.swift", text: "@_exported import SordinoPolicy")
        #expect(ImportRules.arrows(exported, map).count == 1)
    }

    @Test func aTestThatLooksUpIsFound() {
        let file = SourceFile(
            path: "Tests/SordinoPolicyTests/A.swift", text: "import CBase\nimport SordinoPolicy\nimport Upper")
        #expect(ImportRules.testArrows(file, map).map(\.line) == [3])
    }

    @Test func foundationInARoomIsFoundAndPureRoomsTakeNothing() {
        let text = "import Foundation\nimport Glibc\nimport Synchronization\nimport Dispatch"
        let room = SourceFile(path: "Sources/Rooms/Upper/A.swift", text: text)
        #expect(ImportRules.foundation(room, map).map(\.line) == [1])
        let pure = SourceFile(path: "Sources/Rooms/SordinoPolicy/A.swift", text: text)
        #expect(ImportRules.foundation(pure, map).map(\.line) == [1, 2, 4])
        let face = SourceFile(path: "Sources/Frameworks/Other/A.swift", text: text)
        #expect(ImportRules.foundation(face, map).isEmpty)
    }
}

@Suite struct DocumentationRulesBiteTests {
    private func found(_ text: String) -> [Int] {
        DocumentationRules.comments(SourceFile(path: "Sources/Rooms/X/A.swift", text: text), explained: []).map(\.line)
    }

    @Test func aTypeOrFunctionWithoutACommentIsFound() {
        #expect(found("package struct A {}\n\npackage static func b() {}") == [1, 3])
        #expect(found("/// Said.\npackage struct A {\n    package mutating func b() {}\n}") == [3])
        #expect(found("package final class A {}\npackage protocol B {}\npackage enum C { case d }") == [1, 2, 3])
    }

    @Test func whatIsSaidOrSpeaksForItselfPasses() {
        #expect(
            found("/// Said.\n@frozen\npackage struct A {\n    package var b: Int\n    package init() {}\n}").isEmpty)
        #expect(found("/// Said.\n@_noAllocation @_noLocks\npackage func a() {}").isEmpty)
        #expect(found("package extension A {}\npackage import B\npackage override func c() {}").isEmpty)
        #expect(found("package static func == (a: A, b: A) -> Bool { true }").isEmpty)
    }

    @Test func aFunctionThatAProtocolAlreadyExplainsPasses() {
        let text =
            "/// Said.\nprotocol P {\n    /// Said.\n    func take(_ a: Int)\n    var b: Int { get }\n}\nfunc other() {}"
        #expect(DocumentationRules.requirements(of: SourceFile(path: "Sources/A.swift", text: text)) == ["take", "b"])
        let file = SourceFile(
            path: "Sources/Rooms/X/A.swift", text: "package func take(_ a: Int) {}\npackage func c() {}")
        #expect(DocumentationRules.comments(file, explained: ["take"]).map(\.line) == [2])
    }
}
