import Testing

/// Every kernel runs in the table that `Scripts/arm` compares between processors.
enum KernelRules {
    static let runs = "Tests/Support/CKernelRuns/KernelRuns.c"
    /// These give whether a processor has a kernel, which differs between processors.
    private static let questions = ["ckernels_has_upsampling", "ckernels_has_downsampling"]

    /// The names that are called or declared in a text, such as `ckernels_peak`.
    static func kernels(_ text: String) -> Set<String> {
        Set(text.matches(of: /\bckernels_[a-z0-9_]+(?=\()/).map { String($0.output) }).subtracting(questions)
    }

    static func missing(declared: String, runs: String) -> [String] {
        // Macros such as RUN and FROM add the prefix to the name that they take.
        let named = kernels(runs).union(
            runs.matches(of: /\b[A-Z_]+\(([a-z0-9_]+)/).map { "ckernels_\($0.output.1)" })
        return kernels(declared).subtracting(named).sorted()
    }
}

@Suite struct KernelRulesTests {
    @Test func everyKernelIsComparedBetweenProcessors() throws {
        let headers = House.files.filter { $0.isIn("Sources/Shims/CKernels/include") }.map(\.text).joined()
        #expect(KernelRules.kernels(headers).count > 80)
        #expect(KernelRules.missing(declared: headers, runs: try House.read(KernelRules.runs)) == [])
    }

    @Test func aKernelWithoutARunIsFound() {
        let headers = "void ckernels_a(int); void ckernels_b(int); void ckernels_c(int); int ckernels_has_upsampling();"
        #expect(KernelRules.missing(declared: headers, runs: "RUN(a) ckernels_a(1);\nFROM_BOTH(b)") == ["ckernels_c"])
    }
}
