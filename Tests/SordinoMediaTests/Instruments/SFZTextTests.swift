import SordinoMedia
import Testing

@Suite struct SFZTextTests {
    @Test func regionsHaveWhatTheirGroupsSet() {
        let text = SFZText(
            """
            // A comment.
            <control> default_path=Samples/
            <global> ampeg_release=0.5 volume=-3
            <group> lovel=1 hivel=64 // softer
            <region> sample=soft piano C4.wav key=60
            <region> sample=other.wav lokey=c#4 hikey=72 volume=2
            <group> lovel=65
            <region>sample=loud.wav
            """)
        #expect(text.defaultPath == "Samples/")
        #expect(text.regions.count == 3)
        #expect(text.regions[0]["sample"] == "soft piano C4.wav")
        #expect(text.regions[0]["key"] == "60")
        #expect(text.regions.map { $0["hivel"] } == ["64", "64", nil])
        #expect(text.regions.map { $0["volume"] } == ["-3", "2", "-3"])
        #expect(text.regions.allSatisfy { $0["ampeg_release"] == "0.5" })
    }

    @Test func definesAndIncludesAreReplaced() {
        let text = SFZText(
            """
            #define $KEY 61
            #define $KEYHIGH 99
            /* a comment
            <region> sample=none.wav */ #include "more.sfz"
            <group> lokey=$KEY
            #include "more.sfz"
            """, include: { $0 == "more.sfz" ? "<region> sample=a.wav hikey=$KEYHIGH" : nil })
        #expect(text.regions.count == 2)
        #expect(text.regions.map { $0["lokey"] } == [nil, "61"])
        #expect(text.regions.map { $0["hikey"] } == ["99", "99"])
    }

    @Test func aFileThatIncludesItselfEnds() {
        let text = SFZText("#include \"self\"", include: { _ in "<region> sample=x.wav\n#include \"self\"" })
        #expect(text.regions.count == 64)
    }

    @Test func whatIsNoInstrumentIsNothing() {
        #expect(SFZText("").regions.isEmpty)
        #expect(SFZText("<region").regions.isEmpty)
        #expect(SFZText("= = = <> <region> =").regions.count == 1)
    }
}
