//! The faults found in the SVG of faces, with their pages.

use crate::diag::codes;

codes! {
    /// broken SVG
    ///
    /// A filled template is not well-formed SVG.
    ///
    /// The face cannot be drawn.
    ///
    /// ```fails artist.svg
    /// <g><rect width="63" height="88" fill="none"/>
    /// ```
    /// ```passes artist.svg
    /// <g><rect width="63" height="88" fill="none"/></g>
    /// ```
    F001;

    /// font does not exist
    ///
    /// A font family that is neither in the project's `fonts/` nor among the shipped ones, a text
    /// without a family, or a font shorthand that cannot be read. Fonts of the system are never
    /// used.
    ///
    /// The text would be missing from the card, or look different on another machine.
    ///
    /// ```fails artist.svg
    /// <text font-family="Comic Sans MS" x="5" y="60" font-size="5">Sold</text>
    /// ```
    /// ```passes artist.svg
    /// <text font-family="Alegreya" x="5" y="60" font-size="5">Sold</text>
    /// ```
    F002;

    /// character missing from the font
    ///
    /// The requested font does not have a character.
    ///
    /// An empty box would be printed in its place.
    ///
    /// ```fails artist.svg
    /// <text font-family="Rye" x="5" y="60" font-size="5">Цирк</text>
    /// ```
    /// ```passes artist.svg
    /// <text font-family="Alegreya" x="5" y="60" font-size="5">Цирк</text>
    /// ```
    F003;

    /// picture does not exist
    ///
    /// A picture does not exist in the project. It is looked for beside the template, then in the
    /// game's folders, then in the project. Names may be written plainly or percent-encoded.
    ///
    /// The card would have a hole.
    ///
    /// ```fails artist.svg
    /// <image href="tigre.png" width="9" height="9"/>
    /// ```
    /// ```passes artist.svg
    /// <image href="tiger.png" x="9" y="9" width="9" height="9"/>
    /// ```
    F004;

    /// picture outside of the project
    ///
    /// A picture with a web address, an absolute path, or a path that leaves the project.
    ///
    /// The kit would look different, or not build at all, on another machine or without a network.
    ///
    /// ```fails artist.svg
    /// <image href="https://example.org/tiger.png" width="9" height="9"/>
    /// ```
    /// ```passes artist.svg
    /// <image href="tiger.png" x="9" y="9" width="9" height="9"/>
    /// ```
    F005;

    /// unreadable picture
    ///
    /// A picture file is damaged or in a format that is not supported. PNG, JPEG, WebP, GIF, BMP,
    /// TIFF and SVG are.
    ///
    /// The card would have a hole.
    ///
    /// ```fails artist.svg
    /// <image href="damaged.png" width="9" height="9"/>
    /// ```
    /// ```passes artist.svg
    /// <image href="tiger.png" x="9" y="9" width="9" height="9"/>
    /// ```
    F006;

    /// not drawn
    ///
    /// An element, a property or a value of SVG or CSS that browsers or drawing programs show and
    /// that is not drawn here: foreignObject and flowRoot with words in them, inline-size and
    /// shape-inside text, text shadows, meshes, shapes as clip paths, `calc()`, a `use` of another
    /// file, scripts, animations. A name that is no element is an error, too; one that is no
    /// property is a warning.
    ///
    /// What a drawing program shows would be missing from the card, or look different.
    ///
    /// ```fails artist.svg
    /// <foreignObject><p>Sold</p></foreignObject>
    /// ```
    /// ```passes artist.svg
    /// <text x="5" y="60" font-size="5">Sold</text>
    /// ```
    F007;

    /// colour not understood
    ///
    /// A colour that the renderer would turn into black or ignore.
    ///
    /// A red card would be printed black.
    ///
    /// ```fails artist.svg
    /// <rect width="9" height="9" fill="rgb(200 0 0 / 50%)"/>
    /// ```
    /// ```passes artist.svg
    /// <rect width="9" height="9" fill="#c80000" fill-opacity="0.5"/>
    /// ```
    F008;

    /// id used twice in a face
    ///
    /// Two definitions in one element of a face have the same id.
    ///
    /// Everything that uses the id gets the first definition: two icons have the same colour.
    ///
    /// ```fails artist.svg
    /// <g><linearGradient id="a"/><linearGradient id="a"/></g>
    /// ```
    /// ```passes artist.svg
    /// <g><linearGradient id="a"/><linearGradient id="b"/></g>
    /// ```
    F009;

    /// wrong size
    ///
    /// The SVG of a face has neither the size of its component with bleed nor the trimmed size, so
    /// it is stretched to fit; or it has the trimmed size and draws nothing beyond it on some side.
    ///
    /// Circles become ovals, and what belongs in the bleed may land on the card; or the edge of
    /// the card may be white where the cut is not exact.
    ///
    /// ```fails artist.svg
    /// <svg xmlns="http://www.w3.org/2000/svg" width="744" height="1039" font-family="Alegreya">
    ///   <g id="{{ card.act }}"><text x="99" y="400" font-size="99">{{ card.name }}</text></g>
    /// </svg>
    /// ```
    /// ```passes artist.svg
    /// <svg xmlns="http://www.w3.org/2000/svg" {{ canvas }} font-family="Alegreya">
    ///   <g id="{{ card.act }}"><text x="9" y="40" font-size="9">{{ card.name }}</text></g>
    /// </svg>
    /// ```
    F010;

    /// reference to nothing
    ///
    /// The id in a `url(#…)` or `href="#…"` does not exist in the face.
    ///
    /// The shape is drawn without its colour, clip path or content.
    ///
    /// ```fails artist.svg
    /// <rect width="9" height="9" fill="url(#sky)"/>
    /// ```
    /// ```passes artist.svg
    /// <linearGradient id="sky"><stop stop-color="#08f"/><stop offset="1"/></linearGradient>
    /// <rect width="9" height="9" fill="url(#sky)"/>
    /// ```
    F011;

    /// renderer warning
    ///
    /// Anything else that the renderer reports about a face. It is a warning if what the renderer
    /// leaves out shows nothing anywhere, such as a circle without a radius.
    ///
    /// What it reports is drawn wrongly or not at all.
    ///
    /// ```fails artist.svg
    /// <rect width="9" height="9" filter="blur(red)"/>
    /// ```
    /// ```passes artist.svg
    /// <rect width="9" height="9" filter="blur(1px)"/>
    /// ```
    F012;

    /// coarse picture
    ///
    /// A picture has too few dots per inch where it is printed, after all scaling and cropping:
    /// fewer than `min_dpi` of `[pictures]` are an error, fewer than `good_dpi` a warning.
    ///
    /// What looks sharp on a screen is blurred or jagged on paper.
    ///
    /// ```fails artist.svg
    /// <image href="tiger.png" x="9" y="9" width="40" height="20"/>
    /// ```
    /// ```passes artist.svg
    /// <image href="tiger.png" x="9" y="9" width="9" height="4.5"/>
    /// ```
    F013;

    /// line not where it seems
    ///
    /// White space between two `<tspan>` lines of a centred text, which is a space at the end of
    /// the upper line; or an empty `<tspan>` that was to leave a line empty, which it does not. SVG
    /// says so, and browsers draw it so.
    ///
    /// A line is not centred, or closer to the next one than in the author's mind.
    ///
    /// ```fails artist.svg
    /// <text x="30" y="50" font-size="5" text-anchor="middle">
    ///   <tspan x="30">One</tspan>
    ///   <tspan x="30" dy="6">Two</tspan>
    /// </text>
    /// ```
    /// ```passes artist.svg
    /// <text x="30" y="50" font-size="5" text-anchor="middle"
    ///   ><tspan x="30">One</tspan
    ///   ><tspan x="30" dy="6">Two</tspan
    /// ></text>
    /// ```
    F014;

    /// font that cannot be used
    ///
    /// A file under `fonts/` is not a font that can be drawn with: it is cut off, damaged or
    /// something else under the name of a font. Fonts for the web (WOFF) are a warning.
    ///
    /// Its family would be reported as unknown, and nobody would know why.
    ///
    /// ```fails fonts/New.otf
    /// <!DOCTYPE html>
    /// <title>404 Not Found</title>
    /// ```
    /// ```passes fonts/New.txt
    /// The address of the font.
    /// ```
    F016;

    /// words longer than their path
    ///
    /// A text stands on a path (`<textPath>`) that is too short for it. As SVG asks, letters that
    /// find no place on the path are left out.
    ///
    /// Half of a name is missing, and nothing shows that there was more of it.
    ///
    /// ```fails artist.svg
    /// <path id="arc" d="M9 40H30" fill="none"/>
    /// <text font-size="5"><textPath href="#arc">Grand Circus of the World</textPath></text>
    /// ```
    /// ```passes artist.svg
    /// <path id="arc" d="M6 40H58" fill="none"/>
    /// <text font-size="4"><textPath href="#arc">Grand Circus</textPath></text>
    /// ```
    F017;

    /// picture of another size
    ///
    /// An SVG picture draws on a corner of itself, or far outside. Its numbers are px where it has
    /// no `viewBox`, whatever unit its width has; and lengths with a unit are px inside of one.
    ///
    /// A drawing of 63 mm is printed 17 mm wide, or only a corner of it is seen.
    ///
    /// ```fails ground.svg
    /// <svg xmlns="http://www.w3.org/2000/svg" width="40mm" height="20mm">
    ///   <rect width="40" height="20" fill="#c33"/>
    /// </svg>
    /// ```
    /// ```fails artist.svg
    /// <image href="ground.svg" x="9" y="9" width="40" height="20"/>
    /// ```
    /// ```passes ground.svg
    /// <svg xmlns="http://www.w3.org/2000/svg" width="40mm" height="20mm" viewBox="0 0 40 20">
    ///   <rect width="40" height="20" fill="#c33"/>
    /// </svg>
    /// ```
    /// ```passes artist.svg
    /// <image href="ground.svg" x="9" y="9" width="40" height="20"/>
    /// ```
    F018;
}
