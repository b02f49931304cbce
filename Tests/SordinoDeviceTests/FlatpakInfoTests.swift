import SordinoDevice
import Testing

@Suite struct FlatpakInfoTests {
    @Test func theApplicationAndTheInstanceAreRead() throws {
        let text = """
            [Application]
            name=org.example.Pod
            runtime=runtime/org.example.Platform/x86_64/1

            [Instance]
            instance-id=2718281828
            name=no.Application
            """
        let info = try #require(FlatpakInfo(text: text))
        #expect(info.application == "org.example.Pod" && info.instance == "2718281828")
    }

    @Test(arguments: ["", "player", "../../etc/passwd", "org..Pod", "org.example/Pod", "org.exa mple.Pod", ".org.Pod"])
    func whatIsNoIdentifierIsRefused(name: String) {
        #expect(FlatpakInfo(text: "[Application]\nname=\(name)\n") == nil)
    }

    @Test func anInstanceThatLeadsElsewhereIsNone() {
        let info = FlatpakInfo(text: "[Application]\nname=org.example.Pod\n[Instance]\ninstance-id=../1\n")
        #expect(info?.instance == "")
    }
}
